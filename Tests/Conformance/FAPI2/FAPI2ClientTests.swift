// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI2ClientTests {
  @Test("fapi2-security-profile-final-client-refresh-token-test: a refresh proves the same key")
  func refreshToken() async throws {
    let party = try await RelyingParty.fapi2()
    let session = try await party.signIn([.openID, .offlineAccess])
    party.provider.clock.advance(by: .seconds(3600))
    #expect(try await session.userInfo().subject == session.account.subject)
    let keys = try party.proofKeys(.token)
    #expect(keys.count >= 2)
    #expect(Set(keys).count == 1)
  }

  // attack: C-21
  @Test(
    "fapi2-security-profile-final-client-test-discovery-issuer-mismatch: metadata of another issuer is not used"
  )
  func discoveryIssuerMismatch() async throws {
    let party = try await RelyingParty.fapi2(.metadataOfAnotherIssuer)
    try await party.expectRefusal(.discoveryMismatch, "issuer", tokenRequests: 0)
    #expect(party.provider.requests.count == 1)
  }

  // attack: C-77
  @Test(
    "fapi2-security-profile-final-client-test-happy-path: a pushed request, a bound code and bound tokens"
  )
  func happyPath() async throws {
    let party = try await RelyingParty.fapi2()
    let session = try await party.signIn()
    #expect(try await session.userInfo().subject == session.account.subject)
    // The first of each is sent back for a nonce.
    #expect(party.provider.count(.pushedAuthorization) == 2)
    let authorize = try #require(party.provider.requests(.authorize).first)
    #expect(authorize.query.contains("request_uri=") && !authorize.query.contains("redirect_uri"))
    #expect(party.provider.count(.token) == 1)
    #expect(party.provider.count(.userInfo) == 2)
    let asked = try #require(party.provider.requests(.userInfo).last)
    #expect(asked.head.headerFields[.authorization]?.hasPrefix("DPoP ") == true)
  }

  @Test(
    "fapi2-security-profile-final-client-test-happy-path-no-dpop-nonce: a server that never gives a nonce is no problem"
  )
  func happyPathNoDpopNonce() async throws {
    try await RelyingParty.fapi2(.noDPoPNonce).expectSignIn()
  }

  // attack: C-04
  @Test(
    "fapi2-security-profile-final-client-test-remove-authorization-response-iss: an answer without iss, which was promised, stops the sign-in"
  )
  func removeAuthorizationResponseIss() async throws {
    let party = try await RelyingParty.fapi2(.noIssuerInResponse)
    try await party.expectRefusal(.issuerMismatch, "iss", tokenRequests: 0)
  }

  @Test(
    "fapi2-security-profile-final-client-test-rs-dpop-auth-scheme-case-insensitivity: the letter case of a challenge's scheme does not matter"
  )
  func rsDpopAuthSchemeCaseInsensitivity() async throws {
    let party = try await RelyingParty.fapi2(.oddAuthenticationScheme)
    let session = try await party.signIn()
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(party.provider.count(.userInfo) == 2)
  }

  @Test(
    "fapi2-security-profile-final-client-test-token-endpoint-response-without-expires_in: a token whose end is not known is good"
  )
  func tokenEndpointResponseWithoutExpiresIn() async throws {
    try await RelyingParty.fapi2(.missingExpiresIn).expectSignIn()
  }

  @Test(
    "fapi2-security-profile-final-client-test-token-type-case-insensitivity: the letter case of the token type does not matter"
  )
  func tokenTypeCaseInsensitivity() async throws {
    try await RelyingParty.fapi2(.oddTokenType).expectSignIn()
  }
}
