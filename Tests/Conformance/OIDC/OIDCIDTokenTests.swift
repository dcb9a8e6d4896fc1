// SPDX-License-Identifier: Apache-2.0

import TestKit

struct OIDCIDTokenTests {
  @Test(
    "The client refuses the ID token",
    arguments: [
      // attack: C-59
      Refusal("oidcc-client-test-idtoken-sig-none", .unsignedIDToken, .idTokenInvalid),
      Refusal("oidcc-client-test-invalid-aud", .wrongAudience, .idTokenInvalid, "aud"),
      Refusal("oidcc-client-test-invalid-iss", .wrongIssuer, .idTokenInvalid, "iss"),
      Refusal("oidcc-client-test-invalid-sig-rs256", .corruptSignature(.rs256), .idTokenInvalid),
      Refusal("oidcc-client-test-missing-aud", .missingAudience, .idTokenInvalid, "aud"),
      Refusal("oidcc-client-test-missing-iat", .missingIssuedAt, .idTokenInvalid, "iat"),
      Refusal("oidcc-client-test-missing-sub", .missingSubject, .idTokenInvalid, "sub"),
      // attack: C-18
      Refusal("oidcc-client-test-nonce-invalid", .wrongNonce, .nonceMismatch, "nonce"),
    ])
  func refused(_ row: Refusal) async throws {
    try await RelyingParty(row.fault).expectRefusal(row.code, row.parameter)
  }

  // attack: C-94
  @Test(
    "The client refuses an ID token for another access token, or for none",
    arguments: [
      Refusal("oidcc-client-test-invalid-athash", .wrongAtHash, .idTokenInvalid, "at_hash"),
      Refusal("oidcc-client-test-missing-athash", .missingAtHash, .idTokenInvalid, "at_hash"),
    ])
  func refusedBesideToken(_ row: Refusal) async throws {
    try await RelyingParty(row.fault).expectRefusal(of: .idTokenToken, row)
  }

  @Test(
    "The client refuses an ID token for another code, or for none",
    arguments: [
      Refusal("oidcc-client-test-invalid-chash", .wrongCHash, .idTokenInvalid, "c_hash"),
      Refusal("oidcc-client-test-missing-chash", .missingCHash, .idTokenInvalid, "c_hash"),
    ])
  func refusedBesideCode(_ row: Refusal) async throws {
    try await RelyingParty(row.fault).expectRefusal(of: .codeIDToken, row)
  }

  @Test("oidcc-client-test-invalid-sig-es256: the client refuses a corrupt ES256 signature")
  func invalidSigEs256() async throws {
    let party = try await RelyingParty(
      .corruptSignature(.es256), client: HostileClient(idTokenAlgorithm: .es256))
    try await party.expectRefusal(.idTokenInvalid)
  }

  // attack: C-59
  @Test("oidcc-client-test-invalid-sig-hs256: the client refuses a corrupt MAC")
  func invalidSigHs256() async throws {
    let party = try await RelyingParty(
      .corruptSignature(.hs256),
      client: HostileClient(secret: Secret("a-secret-of-32-bytes-0123456789ab")))
    try await party.expectRefusal(.idTokenInvalid)
  }

  // attack: C-58
  @Test(
    "The client accepts the ID token",
    arguments: [
      Case("oidcc-client-test-idtoken-sig-rs256", [Fault]()),
      Case("oidcc-client-test-kid-absent-multiple-jwks", [.noKeyIDManyKeys]),
      Case("oidcc-client-test-kid-absent-single-jwks", [.noKeyID]),
    ])
  func accepted(_ row: Case<[Fault]>) async throws {
    let party = try await RelyingParty(row.value, client: HostileClient(idTokenAlgorithm: .rs256))
    try await party.expectSignIn()
  }

  // attack: C-18
  @Test(
    "oidcc-client-test-nonce-unless-code-flow: the client sends a nonce and requires it in the authorization response"
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
    let missing = Refusal(.missingNonce, .nonceMismatch, "nonce")
    try await RelyingParty(missing.fault).expectRefusal(of: .codeIDToken, missing)
  }

  // attack: C-54
  @Test(
    "The client requests the keys again when a token names an unknown key",
    arguments: [
      Case("oidcc-client-test-signing-key-rotation", Fault.keyRotation),
      Case(
        "oidcc-client-test-signing-key-rotation-just-before-signing", .keyRotationJustBeforeSigning),
    ])
  func signingKeyRotation(_ row: Case<Fault>) async throws {
    let party = try await RelyingParty(row.value, client: HostileClient(idTokenAlgorithm: .es256))
    let client = try await party.client()
    let first = try await client.signInWithoutStoring(scopes: [.openID])
    party.provider.clock.advance(by: .seconds(60))
    let second = try await client.signInWithoutStoring(scopes: [.openID])
    #expect(first.account == second.account)
    #expect(party.provider.count(.keys) == 2)
  }
}
