// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A session's token is exchanged for another")
struct TokenExchangeTests {
  private let server: BoundServer

  init() throws { server = try BoundServer() }

  @Test("a bound one is sent with a proof of its key, and the new one is bound to it too")
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

  @Test("a new one that is not bound is refused")
  func unbound() async throws {
    let client = try await server.client(.required())
    let session = try await client.signIn(scopes: [.openID])
    server.change { $0.tokenType = "Bearer" }
    let error = await failure { try await client.exchange(of: session) }
    #expect(error == .unreadable(.tokenMalformed, ""))
    #expect(error?.parameter == "token_type")
  }

  @Test("a bearer token is requested without a proof")
  func bearer() async throws {
    let client = try await server.client(.never)
    let session = try await client.signIn(scopes: [.openID])
    let grant = try await client.exchange(of: session)
    #expect(grant.tokenType == "Bearer")
    #expect(server.hits("issuer").allSatisfy { $0.thumbprint == nil })
  }
}
