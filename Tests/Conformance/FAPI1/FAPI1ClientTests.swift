// SPDX-License-Identifier: Apache-2.0

import TestKit

struct FAPI1ClientTests {
  @Test(
    "fapi1-advanced-final-client-test: a signed request, a response in a JWT and a signed assertion"
  )
  func signIn() async throws {
    let party = try await RelyingParty.fapi1()
    let session = try await party.signIn(options: .jwtResponse)
    #expect(try await session.userInfo().subject == session.account.subject)
  }

  @Test(
    "fapi1-advanced-final-client-test-discovery-issuer-mismatch: the client refuses metadata of another issuer"
  )
  func discoveryIssuerMismatch() async throws {
    let party = try await RelyingParty.fapi1(.metadataOfAnotherIssuer)
    try await party.expectRefusal(.discoveryMismatch, "issuer", tokenRequests: 0)
    #expect(party.provider.requests.count == 1)
  }

  @Test(
    "fapi1-advanced-final-client-test-no-scope-in-token-endpoint-response: no scope means the requested scopes"
  )
  func noScopeInTokenEndpointResponse() async throws {
    let party = try await RelyingParty.fapi1(.missingScope)
    let session = try await party.signIn([.openID, .email], options: .jwtResponse)
    #expect(session.stored?.scopes == [.openID, .email])
    #expect(try await session.userInfo().claims["email"] == "alice@example.org")
  }

  @Test(
    "fapi1-advanced-final-client-test-unencrypted-request-object-with-par: the client pushes a signed request"
  )
  func unencryptedRequestObjectWithPar() async throws {
    let party = try await RelyingParty.fapi1(pushing: true)
    try await party.expectSignIn(options: .jwtResponse)
    #expect(party.provider.count(.pushedAuthorization) == 1)
  }
}
