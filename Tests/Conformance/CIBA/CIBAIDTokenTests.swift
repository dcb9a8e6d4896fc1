// SPDX-License-Identifier: Apache-2.0

import TestKit

struct CIBAIDTokenTests {
  @Test(
    "fapi-ciba-id1-client-invalid-alternate-alg-test: another algorithm than the registered one signs nobody in"
  )
  func invalidAlternateAlg() async throws {
    try await BackchannelParty(.otherAlgorithm).expectRefusal(.idTokenInvalid, tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-invalid-aud-test: an ID token for another client signs nobody in")
  func invalidAud() async throws {
    let party = try await BackchannelParty(.wrongAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-invalid-expired-exp-test: an ID token that ended signs nobody in")
  func invalidExpiredExp() async throws {
    try await BackchannelParty(.expired).expectRefusal(.idTokenInvalid, "exp", tokenRequests: 2)
  }

  @Test(
    "fapi-ciba-id1-client-invalid-iat-is-week-in-past-test: an ID token older than the request signs nobody in"
  )
  func invalidIatIsWeekInPast() async throws {
    let party = try await BackchannelParty(.issuedAWeekAgo)
    try await party.expectRefusal(.idTokenInvalid, "iat", tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-invalid-iss-test: an ID token of another issuer signs nobody in")
  func invalidIss() async throws {
    try await BackchannelParty(.wrongIssuer).expectRefusal(.idTokenInvalid, "iss", tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-invalid-missing-aud-test: an ID token for nobody signs nobody in")
  func invalidMissingAud() async throws {
    let party = try await BackchannelParty(.missingAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-invalid-missing-exp-test: an ID token without an end signs nobody in")
  func invalidMissingExp() async throws {
    let party = try await BackchannelParty(.missingExpiry)
    try await party.expectRefusal(.idTokenInvalid, "exp", tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-invalid-missing-iss-test: an ID token of nobody signs nobody in")
  func invalidMissingIss() async throws {
    let party = try await BackchannelParty(.missingIssuer)
    try await party.expectRefusal(.idTokenInvalid, "iss", tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-invalid-null-alg-test: an unsigned ID token signs nobody in")
  func invalidNullAlg() async throws {
    try await BackchannelParty(.unsignedIDToken).expectRefusal(.idTokenInvalid, tokenRequests: 2)
  }

  @Test(
    "fapi-ciba-id1-client-invalid-secondary-aud-test: an ID token for another client as well signs nobody in"
  )
  func invalidSecondaryAud() async throws {
    let party = try await BackchannelParty(.secondAudience)
    try await party.expectRefusal(.idTokenInvalid, "aud", tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-invalid-signature-test: a corrupt signature signs nobody in")
  func invalidSignature() async throws {
    let party = try await BackchannelParty(.corruptSignature(.es256))
    try await party.expectRefusal(.idTokenInvalid, tokenRequests: 2)
  }

  @Test("fapi-ciba-id1-client-valid-aud-as-array-test: an audience of one in an array is good")
  func validAudAsArray() async throws {
    try await BackchannelParty(.audienceAsArray).expectSignIn()
  }
}
