// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI1IDTokenTests {
  @Test(
    "fapi1-advanced-final-client-test-encrypted-idtoken: an ID token in an envelope is opened, and then verified"
  )
  func encryptedIdtoken() async throws {
    let own = try DecryptionKey.generate(.rsaOAEP)
    let party = try await RelyingParty.fapi1(openedBy: own)
    try await party.expectSignIn(options: .jwtResponse)
    let bare = try await RelyingParty.fapi1(.missingEnvelope, openedBy: own)
    try await bare.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-encrypted-idtoken-usingrsa15: an envelope of RSA1_5 is never opened"
  )
  func encryptedIdtokenUsingrsa15() async throws {
    let own = try DecryptionKey.generate(.rsaOAEP)
    let party = try await RelyingParty.fapi1(.rsa15Envelope, openedBy: own)
    try await party.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-iat-is-week-in-past: an ID token made a week ago that still lasts is good"
  )
  func iatIsWeekInPast() async throws {
    try await RelyingParty.fapi1(.issuedAWeekAgo).expectSignIn(options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-alternate-alg: another algorithm than the registered one signs nobody in"
  )
  func invalidAlternateAlg() async throws {
    let party = try await RelyingParty.fapi1(.otherAlgorithm)
    try await party.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-aud: an ID token for another client signs nobody in")
  func invalidAud() async throws {
    let party = try await RelyingParty.fapi1(.wrongAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-chash: an ID token that signs another code ends the sign-in"
  )
  func invalidChash() async throws {
    let party = try await RelyingParty.fapi1(.wrongCHash)
    try await party.expectRefusal(of: .codeIDToken, .idTokenInvalid, "c_hash")
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-expired-exp: an ID token that ended signs nobody in")
  func invalidExpiredExp() async throws {
    let party = try await RelyingParty.fapi1(.expired)
    try await party.expectRefusal(.idTokenInvalid, "exp", options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-iss: an ID token of another issuer signs nobody in")
  func invalidIss() async throws {
    let party = try await RelyingParty.fapi1(.wrongIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss", options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-aud: an ID token for nobody signs nobody in")
  func invalidMissingAud() async throws {
    let party = try await RelyingParty.fapi1(.missingAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-exp: an ID token without an end signs nobody in"
  )
  func invalidMissingExp() async throws {
    let party = try await RelyingParty.fapi1(.missingExpiry)
    try await party.expectRefusal(.idTokenInvalid, "exp", options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-iss: an ID token of nobody signs nobody in")
  func invalidMissingIss() async throws {
    let party = try await RelyingParty.fapi1(.missingIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss", options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-nonce: an ID token without the nonce signs nobody in"
  )
  func invalidMissingNonce() async throws {
    let party = try await RelyingParty.fapi1(.missingNonce)
    try await party.expectRefusal(.nonceMismatch, "nonce", options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-missing-shash: an ID token that signs no state ends the sign-in"
  )
  func invalidMissingShash() async throws {
    let good = try await RelyingParty.fapi1()
    let session = try await good.signIn(using: .codeIDToken)
    #expect(session.account.issuer == good.provider.issuer)
    await good.provider.stop()
    let party = try await RelyingParty.fapi1(.missingSHash)
    try await party.expectRefusal(of: .codeIDToken, .idTokenInvalid, "s_hash")
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-nonce: an ID token of another sign-in signs nobody in"
  )
  func invalidNonce() async throws {
    let party = try await RelyingParty.fapi1(.wrongNonce)
    try await party.expectRefusal(.nonceMismatch, "nonce", options: .jwtResponse)
  }

  @Test("fapi1-advanced-final-client-test-invalid-null-alg: an unsigned ID token signs nobody in")
  func invalidNullAlg() async throws {
    let party = try await RelyingParty.fapi1(.unsignedIDToken)
    try await party.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-secondary-aud: an ID token for another client as well signs nobody in"
  )
  func invalidSecondaryAud() async throws {
    let party = try await RelyingParty.fapi1(.secondAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-invalid-shash: an ID token that signs another state ends the sign-in"
  )
  func invalidShash() async throws {
    let party = try await RelyingParty.fapi1(.wrongSHash)
    try await party.expectRefusal(of: .codeIDToken, .idTokenInvalid, "s_hash")
  }

  @Test("fapi1-advanced-final-client-test-invalid-signature: a corrupt signature signs nobody in")
  func invalidSignature() async throws {
    let party = try await RelyingParty.fapi1(.corruptSignature(.es256))
    try await party.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-missing-athash: an ID token of the code flow may lack at_hash"
  )
  func missingAthash() async throws {
    try await RelyingParty.fapi1(.missingAtHash).expectSignIn(options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-valid-aud-as-array: an audience of one in an array is good")
  func validAudAsArray() async throws {
    try await RelyingParty.fapi1(.audienceAsArray).expectSignIn(options: .jwtResponse)
  }
}
