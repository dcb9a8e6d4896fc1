// SPDX-License-Identifier: Apache-2.0
import TestKit

struct FAPI1IDTokenTests {
  @Test(
    "The client refuses the ID token",
    arguments: [
      Refusal(
        "fapi1-advanced-final-client-test-invalid-alternate-alg", .otherAlgorithm, .idTokenInvalid),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-aud", .wrongAudience, .idTokenInvalid, "aud"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-expired-exp", .expired, .idTokenInvalid, "exp"),
      Refusal("fapi1-advanced-final-client-test-invalid-iss", .wrongIssuer, .idTokenInvalid, "iss"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-missing-aud", .missingAudience, .idTokenInvalid,
        "aud"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-missing-exp", .missingExpiry, .idTokenInvalid,
        "exp"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-missing-iss", .missingIssuer, .idTokenInvalid,
        "iss"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-missing-nonce", .missingNonce, .nonceMismatch,
        "nonce"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-nonce", .wrongNonce, .nonceMismatch, "nonce"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-null-alg", .unsignedIDToken, .idTokenInvalid),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-secondary-aud", .secondAudience, .idTokenInvalid,
        "aud"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-signature", .corruptSignature(.es256),
        .idTokenInvalid),
    ])
  func refused(_ row: Refusal) async throws {
    let party = try await RelyingParty.fapi1(row.fault)
    try await party.expectRefusal(row.code, row.parameter, options: .jwtResponse)
  }

  @Test(
    "The client refuses the ID token of the authorization response",
    arguments: [
      Refusal(
        "fapi1-advanced-final-client-test-invalid-chash", .wrongCHash, .idTokenInvalid, "c_hash"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-missing-shash", .missingSHash, .idTokenInvalid,
        "s_hash"),
      Refusal(
        "fapi1-advanced-final-client-test-invalid-shash", .wrongSHash, .idTokenInvalid, "s_hash"),
    ])
  func refusedInResponse(_ row: Refusal) async throws {
    try await RelyingParty.fapi1(row.fault).expectRefusal(of: .codeIDToken, row)
  }

  @Test("The client accepts a correct ID token of the authorization response")
  func acceptedInResponse() async throws {
    let party = try await RelyingParty.fapi1()
    let session = try await party.signIn(using: .codeIDToken)
    #expect(session.account.issuer == party.provider.issuer)
  }

  @Test(
    "The client accepts the ID token",
    arguments: [
      Case("fapi1-advanced-final-client-test-iat-is-week-in-past", Fault.issuedAWeekAgo),
      // at_hash is optional in the code flow.
      Case("fapi1-advanced-final-client-test-missing-athash", .missingAtHash),
      Case("fapi1-advanced-final-client-test-valid-aud-as-array", .audienceAsArray),
    ])
  func accepted(_ row: Case<Fault>) async throws {
    try await RelyingParty.fapi1(row.value).expectSignIn(options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-encrypted-idtoken: the client decrypts and verifies the ID token"
  )
  func encryptedIdtoken() async throws {
    let own = try DecryptionKey.generate(.rsaOAEP)
    let party = try await RelyingParty.fapi1(openedBy: own)
    try await party.expectSignIn(options: .jwtResponse)
    let bare = try await RelyingParty.fapi1(.missingEnvelope, openedBy: own)
    try await bare.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }

  @Test(
    "fapi1-advanced-final-client-test-encrypted-idtoken-usingrsa15: the client refuses RSA1_5")
  func encryptedIdtokenUsingrsa15() async throws {
    let own = try DecryptionKey.generate(.rsaOAEP)
    let party = try await RelyingParty.fapi1(.rsa15Envelope, openedBy: own)
    try await party.expectRefusal(.idTokenInvalid, options: .jwtResponse)
  }
}
