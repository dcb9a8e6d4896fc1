// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI2ClientTests {
  @Test(
    "fapi2-security-profile-final-client-refresh-token-test: the proof of a refresh has the same key"
  )
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
    "fapi2-security-profile-final-client-test-discovery-issuer-mismatch: the client refuses metadata of another issuer"
  )
  func discoveryIssuerMismatch() async throws {
    let party = try await RelyingParty.fapi2(.metadataOfAnotherIssuer)
    try await party.expectRefusal(.discoveryMismatch, "issuer", tokenRequests: 0)
    #expect(party.provider.requests.count == 1)
  }

  // attack: C-77
  @Test(
    "fapi2-security-profile-final-client-test-happy-path: a pushed request, a bound code and sender-constrained tokens"
  )
  func happyPath() async throws {
    let party = try await RelyingParty.fapi2()
    let session = try await party.signIn()
    #expect(try await session.userInfo().subject == session.account.subject)
    // The server refuses the first of each and sends a nonce.
    #expect(party.provider.count(.pushedAuthorization) == 2)
    let authorize = try #require(party.provider.requests(.authorize).first)
    #expect(authorize.query.contains("request_uri=") && !authorize.query.contains("redirect_uri"))
    #expect(party.provider.count(.token) == 1)
    #expect(party.provider.count(.userInfo) == 2)
    let asked = try #require(party.provider.requests(.userInfo).last)
    #expect(asked.head.headerFields[.authorization]?.hasPrefix("DPoP ") == true)
  }

  @Test(
    "The client accepts the response",
    arguments: [
      Case("fapi2-security-profile-final-client-test-happy-path-no-dpop-nonce", Fault.noDPoPNonce),
      Case(
        "fapi2-security-profile-final-client-test-token-endpoint-response-without-expires_in",
        .missingExpiresIn),
      Case("fapi2-security-profile-final-client-test-token-type-case-insensitivity", .oddTokenType),
    ])
  func accepted(_ row: Case<Fault>) async throws {
    try await RelyingParty.fapi2(row.value).expectSignIn()
  }

  @Test(
    "fapi2-security-profile-final-client-test-rs-dpop-auth-scheme-case-insensitivity: the scheme of a challenge is case-insensitive"
  )
  func rsDpopAuthSchemeCaseInsensitivity() async throws {
    let party = try await RelyingParty.fapi2(.oddAuthenticationScheme)
    let session = try await party.signIn()
    #expect(try await session.userInfo().subject == session.account.subject)
    #expect(party.provider.count(.userInfo) == 2)
  }
}
