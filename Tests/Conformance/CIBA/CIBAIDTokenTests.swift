// SPDX-License-Identifier: Apache-2.0
import TestKit

struct CIBAIDTokenTests {
  @Test(
    "The client refuses the ID token",
    arguments: [
      Refusal("fapi-ciba-id1-client-invalid-alternate-alg-test", .otherAlgorithm, .idTokenInvalid),
      Refusal("fapi-ciba-id1-client-invalid-aud-test", .wrongAudience, .idTokenInvalid, "aud"),
      Refusal("fapi-ciba-id1-client-invalid-expired-exp-test", .expired, .idTokenInvalid, "exp"),
      // The ID token is older than the request.
      Refusal(
        "fapi-ciba-id1-client-invalid-iat-is-week-in-past-test", .issuedAWeekAgo, .idTokenInvalid,
        "iat"),
      Refusal("fapi-ciba-id1-client-invalid-iss-test", .wrongIssuer, .idTokenInvalid, "iss"),
      Refusal(
        "fapi-ciba-id1-client-invalid-missing-aud-test", .missingAudience, .idTokenInvalid, "aud"),
      Refusal(
        "fapi-ciba-id1-client-invalid-missing-exp-test", .missingExpiry, .idTokenInvalid, "exp"),
      Refusal(
        "fapi-ciba-id1-client-invalid-missing-iss-test", .missingIssuer, .idTokenInvalid, "iss"),
      Refusal("fapi-ciba-id1-client-invalid-null-alg-test", .unsignedIDToken, .idTokenInvalid),
      Refusal(
        "fapi-ciba-id1-client-invalid-secondary-aud-test", .secondAudience, .idTokenInvalid, "aud"),
      Refusal(
        "fapi-ciba-id1-client-invalid-signature-test", .corruptSignature(.es256), .idTokenInvalid),
    ])
  func refused(_ row: Refusal) async throws {
    let party = try await BackchannelParty(row.fault)
    try await party.expectRefusal(row.code, row.parameter, tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-valid-aud-as-array-test: the client accepts an array of one audience")
  func validAudAsArray() async throws {
    try await BackchannelParty(.audienceAsArray).expectSignIn()
  }
}
