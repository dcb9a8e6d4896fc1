// SPDX-License-Identifier: Apache-2.0
import TestKit

struct FAPI2ResponseTests {
  @Test(
    "The client refuses the authorization response",
    arguments: [
      // attack: C-01
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-missing-state-fails",
        .missingState, .stateMismatch, "state"),
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-state-fails",
        .wrongState, .stateMismatch, "state"),
      Refusal(
        "fapi2-security-profile-final-client-test-invalid-authorization-response-iss",
        .wrongIssuerInResponse, .issuerMismatch, "iss"),
      // attack: C-04
      Refusal(
        "fapi2-security-profile-final-client-test-remove-authorization-response-iss",
        .noIssuerInResponse, .issuerMismatch, "iss"),
    ])
  func refused(_ row: Refusal) async throws {
    let party = try await RelyingParty.fapi2(row.fault)
    try await party.expectRefusal(row.code, row.parameter, tokenRequests: 0)
  }

  // attack: C-14
  @Test(
    "The client refuses the JWT of the authorization response",
    arguments: [
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-jarm-signature-is-not-none",
        .unsignedJWTResponse, .callbackMalformed, "response"),
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-jarm-with-expired-exp-fails",
        .expiredJWTResponse, .transactionExpired, "exp"),
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-jarm-with-invalid-aud-fails",
        .jwtResponseForAnotherClient, .callbackMalformed, "aud"),
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-jarm-with-invalid-iss-fails",
        .jwtResponseOfAnotherIssuer, .issuerMismatch, "iss"),
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-jarm-with-invalid-sig-fails",
        .corruptJWTResponse, .callbackMalformed, "response"),
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-jarm-without-aud-fails",
        .jwtResponseWithoutAudience, .callbackMalformed, "aud"),
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-jarm-without-exp-fails",
        .jwtResponseWithoutExpiry, .callbackMalformed, "exp"),
      Refusal(
        "fapi2-security-profile-final-client-test-ensure-jarm-without-iss-fails",
        .jwtResponseWithoutIssuer, .issuerMismatch, "iss"),
    ])
  func refusedJWT(_ row: Refusal) async throws {
    let party = try await RelyingParty.fapi2(row.fault)
    try await party.expectRefusal(
      row.code, row.parameter, tokenRequests: 0, options: .jwtResponse)
  }
}
