// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI2IDTokenTests {
  // attack: C-59
  @Test(
    "fapi2-security-profile-final-client-test-invalid-alternate-alg: another algorithm than the registered one signs nobody in"
  )
  func invalidAlternateAlg() async throws {
    try await RelyingParty.fapi2(.otherAlgorithm).expectRefusal(.idTokenInvalid)
  }

  @Test(
    "fapi2-security-profile-final-client-test-invalid-aud: an ID token for another client signs nobody in"
  )
  func invalidAud() async throws {
    try await RelyingParty.fapi2(.wrongAudience).expectRefusal(.idTokenInvalid, "aud")
  }

  @Test(
    "fapi2-security-profile-final-client-test-invalid-authorization-response-iss: an answer of another issuer stops the sign-in"
  )
  func invalidAuthorizationResponseIss() async throws {
    let party = try await RelyingParty.fapi2(.wrongIssuerInResponse)
    try await party.expectRefusal(.issuerMismatch, "iss", tokenRequests: 0)
  }

  @Test(
    "fapi2-security-profile-final-client-test-invalid-expired-exp: an ID token that ended signs nobody in"
  )
  func invalidExpiredExp() async throws {
    try await RelyingParty.fapi2(.expired).expectRefusal(.idTokenInvalid, "exp")
  }

  @Test(
    "fapi2-security-profile-final-client-test-invalid-iss: an ID token of another issuer signs nobody in"
  )
  func invalidIss() async throws {
    try await RelyingParty.fapi2(.wrongIssuer).expectRefusal(.idTokenInvalid, "iss")
  }

  @Test(
    "fapi2-security-profile-final-client-test-invalid-missing-aud: an ID token for nobody signs nobody in"
  )
  func invalidMissingAud() async throws {
    try await RelyingParty.fapi2(.missingAudience).expectRefusal(.idTokenInvalid, "aud")
  }

  @Test(
    "fapi2-security-profile-final-client-test-invalid-missing-exp: an ID token without an end signs nobody in"
  )
  func invalidMissingExp() async throws {
    try await RelyingParty.fapi2(.missingExpiry).expectRefusal(.idTokenInvalid, "exp")
  }

  @Test(
    "fapi2-security-profile-final-client-test-invalid-missing-iss: an ID token of nobody signs nobody in"
  )
  func invalidMissingIss() async throws {
    try await RelyingParty.fapi2(.missingIssuer).expectRefusal(.idTokenInvalid, "iss")
  }

  // attack: C-18
  @Test(
    "fapi2-security-profile-final-client-test-invalid-missing-nonce: an ID token without the nonce signs nobody in"
  )
  func invalidMissingNonce() async throws {
    try await RelyingParty.fapi2(.missingNonce).expectRefusal(.nonceMismatch, "nonce")
  }

  // attack: C-18
  @Test(
    "fapi2-security-profile-final-client-test-invalid-nonce: an ID token of another sign-in signs nobody in"
  )
  func invalidNonce() async throws {
    try await RelyingParty.fapi2(.wrongNonce).expectRefusal(.nonceMismatch, "nonce")
  }

  @Test(
    "fapi2-security-profile-final-client-test-invalid-null-alg: an unsigned ID token signs nobody in"
  )
  func invalidNullAlg() async throws {
    try await RelyingParty.fapi2(.unsignedIDToken).expectRefusal(.idTokenInvalid)
  }

  @Test(
    "fapi2-security-profile-final-client-test-invalid-secondary-aud: an ID token for another client as well signs nobody in"
  )
  func invalidSecondaryAud() async throws {
    try await RelyingParty.fapi2(.secondAudience).expectRefusal(.idTokenInvalid, "aud")
  }

  @Test(
    "fapi2-security-profile-final-client-test-valid-aud-as-array: an audience of one in an array is good"
  )
  func validAudAsArray() async throws {
    try await RelyingParty.fapi2(.audienceAsArray).expectSignIn()
  }
}
