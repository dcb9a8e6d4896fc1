// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A client at the real server")
struct ClientTests {
  private static let scopes: [Scope] = [.openID, .profile, .email, .offlineAccess]

  private let transport: any HTTPTransport = .platform

  private func agent(_ answer: ScriptedUserAgent.Answer = .allow) -> ScriptedUserAgent {
    TestUser.alice.agent(answer)
  }

  @Test("signs in, calls the API, refreshes by itself and signs out")
  func wholeLife() async throws {
    let server = try await TestServer.start()
    let folder = try Folder()
    let store = FileTokenStore(directory: folder.path)
    let client = try await server.client(in: store)
    let session = try await client.signIn(scopes: Self.scopes, storedAs: "main")
    #expect(try await session.userInfo().subject == session.account.subject)
    let request = HTTPRequest(to: server.issuer + "/userinfo")
    #expect(try await session.data(for: request).0.status == .ok)

    let first = try await session.accessToken()
    server.clock.advance(by: .seconds(3600))
    let second = try await session.accessToken()
    #expect(!second.matches(first))
    #expect(try await session.data(for: request).0.status == .ok)
    #expect(try await store.session(session.account)?.generation == 2)

    let report = await client.signOut(session)
    #expect(report.isComplete)
    #expect(try await store.sessions().isEmpty)
    #expect(await failure { try await session.accessToken() }?.code == .sessionEnded)
  }

  @Test("opens no browser when a stored session is valid, or can be refreshed")
  func storedSession() async throws {
    let server = try await TestServer.start()
    let store = MemoryTokenStore()
    let first = try await server.client(in: store)
    _ = try await first.signIn(scopes: Self.scopes, storedAs: "main")
    let visits = server.requests.count("/authorize")
    let second = try await server.client(in: store, agent: NoAgent())
    for name in ["main", nil] {
      let session = try await second.signIn(scopes: Self.scopes, storedAs: name)
      #expect(session.account.issuer == server.issuer)
    }
    server.clock.advance(by: .seconds(3600))
    _ = try await second.signIn(scopes: Self.scopes, storedAs: "main")
    #expect(server.requests.count("/authorize") == visits)
    #expect(try await second.session(named: "main")?.stored?.generation == 2)
    #expect(try await second.session(named: "other") == nil)
    #expect(try await second.sessions().count == 1)
  }

  @Test("asks the user again when the stored session has ended")
  func endedSession() async throws {
    let server = try await TestServer.start()
    let store = MemoryTokenStore()
    let client = try await server.client(in: store)
    let session = try await client.signIn(scopes: Self.scopes, storedAs: "main")
    let stored = try #require(session.stored)
    // It is revoked at the server.
    _ = try await transport.perform(
      RevocationExchange(
        token: try #require(stored.refreshToken), hint: .refreshToken, client: stored.client,
        endpoint: try #require(stored.revocationEndpoint)),
      environment: server.environment)
    server.clock.advance(by: .seconds(3600))
    let again = try await client.signIn(scopes: Self.scopes, storedAs: "main")
    #expect(again.account == session.account)
    #expect(try await again.userInfo().subject == session.account.subject)
  }

  @Test("asks the user again when the token has expired and cannot be refreshed")
  func withoutRefreshToken() async throws {
    let fake = FakeProvider()
    fake.change { $0.reply = { $0["refresh_token"] = nil } }
    let client = try await fake.client(in: MemoryTokenStore()) {
      $0.redirect = .fixed(FakeProvider.redirectURI)
      $0.userAgent = ReadyAgent(provider: fake)
      $0.environment = fake.environment
    }
    let session = try await client.signIn(scopes: [.openID], storedAs: "main")
    #expect(session.stored?.refreshToken == nil)
    fake.clock.advance(601)
    let again = try await client.signIn(scopes: [.openID], storedAs: "main")
    #expect(again.stored?.generation == 2)
    #expect(try await again.accessToken().reveal() == "at-2")
  }

  @Test("stores the name and the leeway of the provider with the account")
  func profile() async throws {
    let server = try await TestServer.start()
    let store = MemoryTokenStore()
    var provider = try await Provider.discover(
      server.issuer, name: "Acme", transport: transport, environment: server.environment)
    provider.leeway = 120
    let client = Client(of: provider, id: "app", store: store, transport: transport) {
      $0.userAgent = agent()
      $0.environment = server.environment
    }
    _ = try await client.signIn(scopes: Self.scopes)
    let stored = try #require(try await client.accounts.find("Acme").first)
    #expect(stored.provider == "Acme")
    #expect(stored.leeway == 120)
  }

  @Test("stores nothing when the user denies")
  func declined() async throws {
    let server = try await TestServer.start()
    let store = MemoryTokenStore()
    let client = try await server.client(in: store, agent: agent(.deny))
    await expectError(.refused(.accessDenied, "")) { try await client.signIn(scopes: Self.scopes) }
    #expect(try await store.sessions().isEmpty)
  }

  @Test("signs in over a listener on this machine")
  func loopback() async throws {
    let server = try await TestServer.start()
    let agent = agent()
    let client = try await server.client(
      agent: LoopbackUserAgent(open: { try await agent.visit($0) }))
    let session = try await client.signIn(scopes: Self.scopes)
    #expect(try await session.userInfo().subject == session.account.subject)
  }

  @Test("a thousand tasks cause one refresh at the real server")
  func thousand() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    let session = try await client.signIn(scopes: Self.scopes)
    let before = server.requests.count("/token")
    server.clock.advance(by: .seconds(3600))
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<1000 { group.addTask { try await session.accessToken().reveal() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens.count == 1)
    #expect(server.requests.count("/token") == before + 1)
  }

  /// A user agent without a user.
  private struct NoAgent: UserAgent {
    func redirectURI() async throws -> String {
      throw OAuthError.misused("agent", "There is no user.")
    }
    func authorize(_ page: AuthorizationPage) async throws(OAuthError) -> String {
      throw .misused("agent", "There is no user.")
    }
  }
}
