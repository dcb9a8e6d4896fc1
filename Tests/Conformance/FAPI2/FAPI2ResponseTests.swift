// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI2ResponseTests {
  // attack: C-01
  @Test(
    "fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-missing-state-fails: an answer without the state stops the sign-in"
  )
  func ensureAuthorizationResponseWithInvalidMissingStateFails() async throws {
    let party = try await RelyingParty.fapi2(.missingState)
    try await party.expectRefusal(.stateMismatch, "state", tokenRequests: 0)
  }

  // attack: C-01
  @Test(
    "fapi2-security-profile-final-client-test-ensure-authorization-response-with-invalid-state-fails: another state stops the sign-in"
  )
  func ensureAuthorizationResponseWithInvalidStateFails() async throws {
    let party = try await RelyingParty.fapi2(.wrongState)
    try await party.expectRefusal(.stateMismatch, "state", tokenRequests: 0)
  }

  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-signature-is-not-none: an unsigned JWT stops the sign-in"
  )
  func ensureJarmSignatureIsNotNone() async throws {
    let party = try await RelyingParty.fapi2(.unsignedJWTResponse)
    try await party.expectRefusal(
      .callbackMalformed, "response", tokenRequests: 0, options: .jwtResponse)
  }

  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-with-expired-exp-fails: a JWT that ended stops the sign-in"
  )
  func ensureJarmWithExpiredExpFails() async throws {
    let party = try await RelyingParty.fapi2(.expiredJWTResponse)
    try await party.expectRefusal(
      .transactionExpired, "exp", tokenRequests: 0, options: .jwtResponse)
  }

  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-with-invalid-aud-fails: a JWT for another client stops the sign-in"
  )
  func ensureJarmWithInvalidAudFails() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseForAnotherClient)
    try await party.expectRefusal(
      .callbackMalformed, "aud", tokenRequests: 0, options: .jwtResponse)
  }

  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-with-invalid-iss-fails: a JWT of another issuer stops the sign-in"
  )
  func ensureJarmWithInvalidIssFails() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseOfAnotherIssuer)
    try await party.expectRefusal(.issuerMismatch, "iss", tokenRequests: 0, options: .jwtResponse)
  }

  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-with-invalid-sig-fails: a JWT with a corrupt signature stops the sign-in"
  )
  func ensureJarmWithInvalidSigFails() async throws {
    let party = try await RelyingParty.fapi2(.corruptJWTResponse)
    try await party.expectRefusal(
      .callbackMalformed, "response", tokenRequests: 0, options: .jwtResponse)
  }

  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-without-aud-fails: a JWT without aud stops the sign-in"
  )
  func ensureJarmWithoutAudFails() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseWithoutAudience)
    try await party.expectRefusal(
      .callbackMalformed, "aud", tokenRequests: 0, options: .jwtResponse)
  }

  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-without-exp-fails: a JWT without exp stops the sign-in"
  )
  func ensureJarmWithoutExpFails() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseWithoutExpiry)
    try await party.expectRefusal(
      .callbackMalformed, "exp", tokenRequests: 0, options: .jwtResponse)
  }

  // attack: C-14
  @Test(
    "fapi2-security-profile-final-client-test-ensure-jarm-without-iss-fails: a JWT without iss stops the sign-in"
  )
  func ensureJarmWithoutIssFails() async throws {
    let party = try await RelyingParty.fapi2(.jwtResponseWithoutIssuer)
    try await party.expectRefusal(.issuerMismatch, "iss", tokenRequests: 0, options: .jwtResponse)
  }
}
