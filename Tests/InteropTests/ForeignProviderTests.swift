// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("providers of other projects", .timeLimit(.minutes(10)))
struct ForeignProviderTests {
  @Test("are installed: make test installs three")
  func installed() {
    #expect(ForeignProvider.makes.map(\.name) == ["oidc-provider-mock", "Authlib", "glewlwyd"])
  }

  @Test(
    "sign in, refresh, userinfo and logout",
    arguments: ForeignProvider.makes)
  func whole(_ make: ForeignProvider.Make) async throws {
    let foreign = try await make.start()
    defer { foreign.stop() }
    let store = MemoryTokenStore()
    let agent = make.user()
    let provider = try await Provider.discover(foreign.issuer)
    let client = Client(
      of: provider, id: make.client.id, secret: Secret(make.client.secret), store: store
    ) { $0.userAgent = agent }
    let session = try await client.signIn(scopes: [.openID, .email], storedAs: "main")
    let first = try #require(session.stored)

    let info = try await session.userInfo()
    #expect(info.subject == session.account.subject)
    #expect(info.claims["email"]?.stringValue == make.email)

    try await session.refresh()
    let second = try #require(session.stored)
    #expect(!second.accessToken.matches(first.accessToken))
    let refreshTokens = try (#require(first.refreshToken), #require(second.refreshToken))
    #expect(refreshTokens.0.matches(refreshTokens.1) != make.rotates)
    try await session.refresh()
    #expect(try await session.userInfo().subject == info.subject)

    let report = await session.signOut(.everywhere(returning: .userAgent), userAgent: agent)
    #expect(report.isComplete, "\(report.steps)")
    #expect(try await store.sessions().isEmpty)
  }

  @Test("coatcheck login signs in, and coatcheck request sends the token to userinfo")
  func login() async throws {
    let provider = try await ForeignProvider.mock.start()
    defer { provider.stop() }
    let home = FileManager.default.temporaryDirectory
      .appending(path: "coatcheck-interop-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: home) }

    // The mock accepts any client, but only with a secret.
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let secret = home.appending(path: "secret")
    try Data("any secret\n".utf8).write(to: secret)
    let login = try coatcheck(
      [
        "login", provider.issuer, "--client-id", "app", "--client-secret-file", secret.path(),
        "--scope", "openid", "--scope", "profile", "--scope", "email", "--name", "mock",
        "--no-browser",
      ], in: home)
    defer { login.stop() }
    let line = try await login.line { $0.contains("/oauth2/authorize?") }
    let start = try #require(line.range(of: "http://"))
    let address = try #require(URL(string: String(line[start.lowerBound...])))
    let agent = ScriptedUserAgent(
      username: "bob", password: Secret("unused"), transport: Transports.system)
    try await agent.visit(address)
    let ended = try await login.end()
    #expect(ended.status == 0, "\(ended.output)")

    let accounts = try await coatcheck(["accounts", "--json"], in: home).end()
    #expect(accounts.status == 0)
    #expect(accounts.output.contains(#""subject":"bob""#))

    let answer = try await coatcheck(["request", "\(provider.issuer)/userinfo"], in: home).end()
    #expect(answer.status == 0)
    #expect(answer.output.contains("bob@example.test"))

    let logout = try await coatcheck(["logout", "mock"], in: home).end()
    #expect(logout.status == 0)
    #expect(try await coatcheck(["token"], in: home).end().status == 3)
  }

  private func coatcheck(_ arguments: [String], in home: URL) throws -> ChildProcess {
    try ChildProcess(
      BuiltProgram.path("coatcheck"), arguments,
      environment: [
        "COATCHECK_HOME": home.path(), "COATCHECK_STORE": "file", "COATCHECK_ALLOW_PLAINTEXT": "1",
      ])
  }
}
