// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OIDCIDTokenTests {
  // attack: C-59
  @Test("oidcc-client-test-idtoken-sig-none: an unsigned ID token signs nobody in")
  func idtokenSigNone() async throws {
    try await RelyingParty(.unsignedIDToken).expectRefusal(.idTokenInvalid)
  }

  @Test("oidcc-client-test-idtoken-sig-rs256: an ID token signed with RS256 is believed")
  func idtokenSigRs256() async throws {
    try await RelyingParty(client: HostileClient(idTokenAlgorithm: .rs256)).expectSignIn()
  }

  // attack: C-94
  @Test("oidcc-client-test-invalid-athash: an ID token for another access token signs nobody in")
  func invalidAthash() async throws {
    let party = try await RelyingParty(.wrongAtHash)
    try await party.expectRefusal(of: .idTokenToken, .idTokenInvalid, "at_hash")
  }

  @Test("oidcc-client-test-invalid-aud: an ID token for another client signs nobody in")
  func invalidAud() async throws {
    try await RelyingParty(.wrongAudience).expectRefusal(.idTokenInvalid, "aud")
  }

  @Test("oidcc-client-test-invalid-chash: an ID token for another code signs nobody in")
  func invalidChash() async throws {
    try await RelyingParty(.wrongCHash).expectRefusal(of: .codeIDToken, .idTokenInvalid, "c_hash")
  }

  @Test("oidcc-client-test-invalid-iss: an ID token of another issuer signs nobody in")
  func invalidIss() async throws {
    try await RelyingParty(.wrongIssuer).expectRefusal(.idTokenInvalid, "iss")
  }

  @Test("oidcc-client-test-invalid-sig-es256: a corrupt ES256 signature signs nobody in")
  func invalidSigEs256() async throws {
    let party = try await RelyingParty(
      .corruptSignature(.es256), client: HostileClient(idTokenAlgorithm: .es256))
    try await party.expectRefusal(.idTokenInvalid)
  }

  // attack: C-59
  @Test("oidcc-client-test-invalid-sig-hs256: a corrupt MAC signs nobody in")
  func invalidSigHs256() async throws {
    let party = try await RelyingParty(
      .corruptSignature(.hs256),
      client: HostileClient(secret: Secret("a-secret-of-32-bytes-0123456789ab")))
    try await party.expectRefusal(.idTokenInvalid)
  }

  @Test("oidcc-client-test-invalid-sig-rs256: a corrupt RS256 signature signs nobody in")
  func invalidSigRs256() async throws {
    try await RelyingParty(.corruptSignature(.rs256)).expectRefusal(.idTokenInvalid)
  }

  // attack: C-58
  @Test(
    "oidcc-client-test-kid-absent-multiple-jwks: an ID token without kid is tried with each key")
  func kidAbsentMultipleJwks() async throws {
    try await RelyingParty(.noKeyIDManyKeys).expectSignIn()
  }

  // attack: C-58
  @Test(
    "oidcc-client-test-kid-absent-single-jwks: an ID token without kid is verified by the one key")
  func kidAbsentSingleJwks() async throws {
    try await RelyingParty(.noKeyID).expectSignIn()
  }

  @Test(
    "oidcc-client-test-missing-athash: beside an access token from the browser an ID token has its hash"
  )
  func missingAthash() async throws {
    let party = try await RelyingParty(.missingAtHash)
    try await party.expectRefusal(of: .idTokenToken, .idTokenInvalid, "at_hash")
  }

  @Test("oidcc-client-test-missing-aud: an ID token for nobody signs nobody in")
  func missingAud() async throws {
    try await RelyingParty(.missingAudience).expectRefusal(.idTokenInvalid, "aud")
  }

  @Test("oidcc-client-test-missing-chash: beside a code from the browser an ID token has its hash")
  func missingChash() async throws {
    try await RelyingParty(.missingCHash).expectRefusal(of: .codeIDToken, .idTokenInvalid, "c_hash")
  }

  @Test(
    "oidcc-client-test-missing-iat: an ID token that does not say when it was made signs nobody in")
  func missingIat() async throws {
    try await RelyingParty(.missingIssuedAt).expectRefusal(.idTokenInvalid, "iat")
  }

  @Test("oidcc-client-test-missing-sub: an ID token about nobody signs nobody in")
  func missingSub() async throws {
    try await RelyingParty(.missingSubject).expectRefusal(.idTokenInvalid, "sub")
  }

  // attack: C-18
  @Test("oidcc-client-test-nonce-invalid: an ID token of another sign-in signs nobody in")
  func nonceInvalid() async throws {
    try await RelyingParty(.wrongNonce).expectRefusal(.nonceMismatch, "nonce")
  }

  // attack: C-18
  @Test(
    "oidcc-client-test-nonce-unless-code-flow: a nonce is sent for an ID token from the browser, and demanded"
  )
  func nonceUnlessCodeFlow() async throws {
    let party = try await RelyingParty()
    for type in [HybridTransaction.ResponseType.codeIDToken, .idTokenToken, .codeIDTokenToken] {
      let session = try await party.signIn(using: type)
      #expect(session.account.issuer == party.provider.issuer)
    }
    let requests = party.provider.requests(.authorize)
    #expect(requests.count == 3)
    #expect(requests.allSatisfy { $0.query.contains("nonce=") })
    await party.provider.stop()
    try await RelyingParty(.missingNonce).expectRefusal(of: .codeIDToken, .nonceMismatch, "nonce")
  }

  // attack: C-54
  @Test("oidcc-client-test-signing-key-rotation: a new key is asked for when a token names it")
  func signingKeyRotation() async throws {
    let party = try await RelyingParty(
      .keyRotation, client: HostileClient(idTokenAlgorithm: .es256))
    let client = try await party.client()
    let first = try await client.signInWithoutStoring(scopes: [.openID])
    party.provider.clock.advance(by: .seconds(60))
    let second = try await client.signInWithoutStoring(scopes: [.openID])
    #expect(first.account == second.account)
    #expect(party.provider.count(.keys) == 2)
  }

  // attack: C-54
  @Test(
    "oidcc-client-test-signing-key-rotation-just-before-signing: a key that is a moment old is asked for"
  )
  func signingKeyRotationJustBeforeSigning() async throws {
    let party = try await RelyingParty(
      .keyRotationJustBeforeSigning, client: HostileClient(idTokenAlgorithm: .es256))
    let client = try await party.client()
    let first = try await client.signInWithoutStoring(scopes: [.openID])
    party.provider.clock.advance(by: .seconds(60))
    let second = try await client.signInWithoutStoring(scopes: [.openID])
    #expect(first.account == second.account)
    #expect(party.provider.count(.keys) == 2)
  }
}
