// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("The token exchange of a session")
struct TokenExchangeTests {
  private let server: BoundServer

  init() throws { server = try BoundServer() }

  @Test("sends a bound token with a proof of its key, and gets a token for the same key")
  func bound() async throws {
    server.change { $0.issuerNonces = .newest }
    let client = try await server.client(.required())
    let session = try await client.signIn(scopes: [.openID])
    let before = try await session.accessToken()
    let grant = try await client.exchange(of: session, audiences: ["stock"])
    #expect(grant.tokenType == "DPoP")
    #expect(!grant.accessToken.matches(before))
    let hits = server.hits("issuer").filter { $0.grantType == TokenExchangeGrant.type }
    let key = try #require(session.stored?.dpopKey)
    #expect(Set(hits.map(\.thumbprint)) == [key.publicJWK.thumbprint])
  }

  @Test("refuses a token that is not bound if the client requires it")
  func unbound() async throws {
    let client = try await server.client(.required())
    let session = try await client.signIn(scopes: [.openID])
    server.change { $0.tokenType = "Bearer" }
    let error = await failure { try await client.exchange(of: session) }
    #expect(error == .unreadable(.tokenMalformed, ""))
    #expect(error?.parameter == "token_type")
  }

  @Test("sends no proof if the client does not use DPoP")
  func bearer() async throws {
    let client = try await server.client(.never)
    let session = try await client.signIn(scopes: [.openID])
    let grant = try await client.exchange(of: session)
    #expect(grant.tokenType == "Bearer")
    #expect(server.hits("issuer").allSatisfy { $0.thumbprint == nil })
  }
}
