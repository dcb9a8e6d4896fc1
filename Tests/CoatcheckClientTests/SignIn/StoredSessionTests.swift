// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("A sign-in with a stored session")
struct StoredSessionTests {
  private let provider = FakeProvider()
  private let store = MemoryTokenStore()

  private func client(
    _ dialect: Dialect = .standard, agent: (any UserAgent)? = nil
  ) async throws -> Client {
    let metadata = try await provider.metadata()
    return Client(
      of: Provider(metadata: metadata, dialect: dialect), id: "app", store: store,
      transport: provider
    ) {
      $0.redirect = .fixed(FakeProvider.redirectURI)
      $0.userAgent = agent ?? provider.user
      $0.environment = provider.environment
    }
  }

  private func refuse(_ code: String) {
    provider.script("/token") { _, form in
      form["grant_type"] == "refresh_token" ? FakeProvider.refusal(code) : nil
    }
  }

  static let refusals: [Case<(String, RefreshRefusalRule, ends: Bool)>] = [
    Case("invalid_grant", ("invalid_grant", .invalidGrant, true)),
    Case("unauthorized_client", ("unauthorized_client", .invalidGrant, false)),
    Case("invalid_scope", ("invalid_scope", .invalidGrant, false)),
    Case("invalid_grant, any", ("invalid_grant", .any, true)),
    Case("unauthorized_client, any", ("unauthorized_client", .any, true)),
    Case("invalid_scope, any", ("invalid_scope", .any, true)),
  ]

  @Test(
    "sends a refused refresh token only once, and then the user signs in again",
    arguments: refusals)
  func refusedOnce(_ row: Case<(String, RefreshRefusalRule, ends: Bool)>) async throws {
    var dialect = Dialect()
    dialect.refreshRefusals = row.value.1
    let user = provider.user
    let client = try await client(dialect, agent: user)
    _ = try await client.signIn(scopes: [.openID], storedAs: "main")
    provider.clock.advance(3600)
    refuse(row.value.0)
    let session = try await client.signIn(scopes: [.openID], storedAs: "main")
    #expect(user.pages.count == 2)
    #expect(provider.refreshes == 1)
    #expect(try await store.sessions().count == 1)
    #expect(try await session.accessToken().reveal() == "at-2")
  }

  @Test(
    "ends the session at a refusal that the dialect lists, and at no other",
    arguments: refusals)
  func ended(_ row: Case<(String, RefreshRefusalRule, ends: Bool)>) async throws {
    var dialect = Dialect()
    dialect.refreshRefusals = row.value.1
    let session = try await client(dialect).signIn(scopes: [.openID], storedAs: "main")
    provider.clock.advance(3600)
    refuse(row.value.0)
    let error = await failure { try await session.accessToken() }
    #expect((error?.code == .sessionEnded) == row.value.ends)
    #expect(try await store.sessions().isEmpty == row.value.ends)
  }

  @Test("does not end the session at invalid_client, whatever the dialect lists")
  func wrongClient() async throws {
    var dialect = Dialect()
    dialect.refreshRefusals = .any
    let session = try await client(dialect).signIn(scopes: [.openID], storedAs: "main")
    refuse("invalid_client")
    #expect(await failure { try await session.refresh() }?.code == .invalidClient)
    #expect(try await store.sessions().count == 1)
  }

  @Test("without a name uses the default account if there are several")
  func defaultAccount() async throws {
    let client = try await client()
    var accounts: [AccountID] = []
    for subject in ["alice", "bob"] {
      provider.change { $0.claims = { $0["sub"] = .string(subject) } }
      accounts.append(try await client.signIn(scopes: [.openID], storedAs: subject).account)
    }
    #expect(try await client.session() == nil)
    for account in accounts {
      try await client.accounts.setDefault(account)
      #expect(try await client.session()?.account == account)
      #expect(try await client.signIn(scopes: [.openID]).account == account)
    }
    // A default account of another issuer is ignored.
    let other = AccountID(issuer: "https://other.example", clientID: "app", subject: "alice")
    try await store.setDefaultAccount(other)
    #expect(try await client.session() == nil)
    try await client.accounts.remove(accounts[0])
    #expect(try await client.session()?.account == accounts[1])
  }

  static let unnamed: [Case<(requires: Bool, name: String?, stored: Int)>] = [
    Case("without a name", (false, nil, 1)), Case("a name is required", (true, nil, 0)),
    Case("an empty one", (true, "", 0)), Case("a name", (true, "main", 1)),
  ]

  @Test("neither loads nor stores without the name that the provider requires", arguments: unnamed)
  func nameRequired(_ row: Case<(requires: Bool, name: String?, stored: Int)>) async throws {
    var dialect = Dialect()
    if row.value.requires { dialect.requirements = [.name] }
    let user = provider.user
    let client = try await client(dialect, agent: user)
    for _ in 0..<2 { _ = try await client.signIn(scopes: [.openID], storedAs: row.value.name) }
    #expect(user.pages.count == 2 - row.value.stored)
    #expect(try await store.sessions().count == row.value.stored)
  }

  @Test("refuses an empty name where the provider requires none")
  func emptyName() async throws {
    let client = try await client()
    let error = await failure { try await client.signIn(scopes: [.openID], storedAs: "") }
    #expect(error?.parameter == "name")
  }

  static let redirects: [Case<(requires: Bool, redirect: RedirectPolicy?, isRefused: Bool)>] = [
    Case("left out", (false, nil, false)), Case("left out and required", (true, nil, true)),
    Case("loopback by choice", (true, .loopback, false)),
    Case("fixed", (true, .fixed(FakeProvider.redirectURI), false)),
  ]

  @Test("requires a redirect URI if the provider does", arguments: redirects)
  func redirect(
    _ row: Case<(requires: Bool, redirect: RedirectPolicy?, isRefused: Bool)>
  ) async throws {
    var dialect = Dialect()
    if row.value.requires { dialect.requirements = [.redirectURI] }
    let user = provider.user
    let metadata = try await provider.metadata()
    let client = Client(
      of: Provider(metadata: metadata, dialect: dialect), id: "app", store: store,
      transport: provider
    ) {
      $0.redirect = row.value.redirect
      $0.userAgent = user
      $0.environment = provider.environment
    }
    let error = await outcome { () async throws(OAuthError) in
      try await client.signIn(scopes: [.openID], storedAs: "main")
    }
    #expect(error?.parameter == (row.value.isRefused ? "redirectURI" : nil))
    #expect(user.pages.isEmpty == row.value.isRefused)
  }

  @Test("is not refreshed without the secret that the provider requires for it")
  func signedRefresh() async throws {
    var dialect = Dialect()
    dialect.requirements = [.signedRefresh]
    let user = provider.user
    let client = try await client(dialect, agent: user)
    let session = try await client.signIn(scopes: [.openID], storedAs: "main")
    #expect(session.stored?.refreshToken != nil)
    provider.clock.advance(3600)
    let error = await failure { try await session.refresh() }
    #expect(error?.errorClass == .interactionRequired)
    #expect(error?.parameter == "client_secret")
    #expect(provider.refreshes == 0)
    // The user signs in again.
    _ = try await client.signIn(scopes: [.openID], storedAs: "main")
    #expect(user.pages.count == 2)
    #expect(provider.refreshes == 0)
  }

  @Test("by the implicit flow needs a user agent that receives fragments, and refuses options")
  func implicit() async throws {
    var dialect = Dialect()
    dialect.flow = .implicit(because: "the provider has no codes")
    let metadata = try await provider.metadata()
    let system = Client(
      of: Provider(metadata: metadata, dialect: dialect), id: "app", store: store,
      transport: provider
    ) {
      $0.environment = provider.environment
      $0.signIn = SystemSignIn(
        signInEnvironment: SignInEnvironment(.desktop, terminal: .none),
        terminal: SignInTerminal(show: { _ in }),
        browser: nil)
    }
    let noAgent = await failure { try await system.signIn(scopes: ["a"], storedAs: "main") }
    #expect(noAgent?.parameter == "userAgent")
    var options = AuthorizationOptions()
    options.maxAge = 60
    let client = try await client(dialect)
    let tooMuch = await failure {
      try await client.signIn(scopes: ["a"], storedAs: "main", options: options)
    }
    #expect(tooMuch?.parameter == "options")
  }

  /// The error that the body throws; nil if it throws none.
  private func outcome(_ body: () async throws(OAuthError) -> Session) async -> OAuthError? {
    do throws(OAuthError) {
      _ = try await body()
      return nil
    } catch {
      return error
    }
  }
}
