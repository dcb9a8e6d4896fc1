// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A session's token is exchanged for another")
struct TokenExchangeTests {
  private let server: BoundServer

  init() throws { server = try BoundServer() }

  private func client(_ dpop: DPoPPolicy) async throws -> Client {
    Client(
      of: try await Provider.discover(server.issuer, transport: server.transport), id: "app",
      store: MemoryTokenStore(), transport: server.transport
    ) {
      $0.userAgent = DirectoryUser(server: server)
      $0.dpop = dpop
    }
  }

  /// Says yes at once.
  private struct DirectoryUser: UserAgent {
    let server: BoundServer

    func redirectURI() async -> String { FakeProvider.redirectURI }
    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      let url = page.url
      do { return try server.callback(for: url) } catch {
        throw .misused("url", "The address cannot be read.")
      }
    }
  }

  @Test("one that is bound goes with a proof of its key, and the new one is bound to it too")
  func bound() async throws {
    server.change { $0.issuerNonces = .newest }
    let client = try await client(.required())
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
    let client = try await client(.required())
    let session = try await client.signIn(scopes: [.openID])
    server.change { $0.tokenType = "Bearer" }
    let error = await failure { try await client.exchange(of: session) }
    #expect(error == .unreadable(.tokenMalformed, ""))
    #expect(error?.parameter == "token_type")
  }

  @Test("one for whoever bears it goes without a proof")
  func bearer() async throws {
    let client = try await client(.never)
    let session = try await client.signIn(scopes: [.openID])
    let grant = try await client.exchange(of: session)
    #expect(grant.tokenType == "Bearer")
    #expect(server.hits("issuer").allSatisfy { $0.thumbprint == nil })
  }
}
