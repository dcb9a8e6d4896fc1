// SPDX-License-Identifier: Apache-2.0
import TestKit

struct FAPI2IDTokenTests {
  @Test(
    "The client refuses the ID token",
    arguments: [
      // attack: C-59
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-alternate-alg", .otherAlgorithm,
        .idTokenInvalid),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-aud", .wrongAudience, .idTokenInvalid,
        "aud"),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-expired-exp", .expired, .idTokenInvalid,
        "exp"),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-iss", .wrongIssuer, .idTokenInvalid,
        "iss"),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-missing-aud", .missingAudience,
        .idTokenInvalid, "aud"),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-missing-exp", .missingExpiry,
        .idTokenInvalid, "exp"),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-missing-iss", .missingIssuer,
        .idTokenInvalid, "iss"),
      // attack: C-18
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-missing-nonce", .missingNonce,
        .nonceMismatch, "nonce"),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-nonce", .wrongNonce, .nonceMismatch,
        "nonce"),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-null-alg", .unsignedIDToken,
        .idTokenInvalid),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-secondary-aud", .secondAudience,
        .idTokenInvalid, "aud"),
    ])
  func refused(_ row: Refusal) async throws {
    try await RelyingParty.fapi2(row.fault).expectRefusal(row.code, row.parameter)
  }

  @Test(
    "fapi2-security-profile-final-client-test-valid-aud-as-array: the client accepts an array of one audience"
  )
  func validAudAsArray() async throws {
    try await RelyingParty.fapi2(.audienceAsArray).expectSignIn()
  }
}
