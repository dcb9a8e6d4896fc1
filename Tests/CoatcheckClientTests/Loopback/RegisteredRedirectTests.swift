// SPDX-License-Identifier: Apache-2.0

import TestKit

/// [RFC 8252 §7.3](https://www.rfc-editor.org/rfc/rfc8252#section-7.3): "the client […] opens up a port",
/// which is the one in its redirect URI.
@Suite("A registered redirect URI on this machine")
struct RegisteredRedirectTests {
  /// A port that was free a moment ago.
  private static func freePort() async throws -> String {
    let agent = LoopbackUserAgent(open: { _ in })
    let uri = try await agent.redirectURI()
    await agent.abandon(redirectURI: uri)
    return try String(#require(URL(string: uri)?.port))
  }

  private static func page(_ redirectURI: String) throws -> AuthorizationPage {
    AuthorizationPage(
      url: try #require(URL(string: "https://op.example/authorize")), redirectURI: redirectURI,
      expecting: .state(Secret("right")))
  }

  /// Requests the redirect URI as a browser does, which tries each address of the host.
  @Sendable private static func visit(_ redirectURI: String, _ query: String) async throws -> Int {
    let request = HTTPRequest(.get, to: redirectURI + query)
    return try await AsyncHTTPTransport.shared.send(request).head.status.code
  }

  static let leading: [Case<(registered: String, query: String)>] = [
    Case("an address and a path", ("http://127.0.0.1:PORT/a/cb", "?code=c&state=right")),
    Case("an address with the root path", ("http://127.0.0.1:PORT/", "?code=c&state=right")),
    Case("no path", ("http://127.0.0.1:PORT", "/?code=c&state=right")),
    Case("a redirect URI with a query", ("http://127.0.0.1:PORT/cb?app=1", "&code=c&state=right")),
    Case("localhost", ("http://localhost:PORT/cb", "?code=c&state=right")),
    Case("IPv6", ("http://[::1]:PORT/cb", "?code=c&state=right")),
    Case("another address of this machine", ("http://127.0.0.2:PORT/cb", "?code=c&state=right")),
  ]

  @Test("receives the callback at its own host, port and path", arguments: leading)
  func receives(_ row: Case<(registered: String, query: String)>) async throws {
    let port = try await Self.freePort()
    let uri = row.value.registered.replacing("PORT", with: port)
    let agent = LoopbackUserAgent(open: { _ in _ = try await Self.visit(uri, row.value.query) })
    #expect(try await agent.receivingURI(uri) == uri)
    #expect(try await agent.authorize(Self.page(uri)) == uri + row.value.query)
  }

  @Test("receives one callback after another at the same port")
  func again() async throws {
    let uri = "http://127.0.0.1:\(try await Self.freePort())/cb"
    let agent = LoopbackUserAgent(open: { _ in
      _ = try await Self.visit(uri, "?code=c&state=right")
    })
    for _ in 0..<3 {
      _ = try await agent.receivingURI(uri)
      #expect(try await agent.authorize(Self.page(uri)) == uri + "?code=c&state=right")
    }
  }

  @Test("answers other hosts and paths with an error, and continues waiting")
  func others() async throws {
    let port = try await Self.freePort()
    let uri = "http://localhost:\(port)/cb"
    let agent = LoopbackUserAgent(open: { _ in
      let query = "?code=c&state=right"
      let otherHost = try await Self.visit("http://127.0.0.1:\(port)/cb", query)
      let otherPath = try await Self.visit("http://localhost:\(port)/", query)
      #expect(otherHost == 400 && otherPath == 404)
      _ = try await Self.visit(uri, query)
    })
    _ = try await agent.receivingURI(uri)
    #expect(try await agent.authorize(Self.page(uri)) == uri + "?code=c&state=right")
  }

  @Test("is an error that names the port while another program listens on it")
  func taken() async throws {
    let (one, other) = (LoopbackUserAgent(open: { _ in }), LoopbackUserAgent(open: { _ in }))
    let uri = try await one.redirectURI()
    let error = await failure { try await other.receive(at: uri) }
    #expect(error?.code == .connectionFailed)
    let port = try #require(URL(string: uri)?.port)
    #expect(error?.reason.contains("\(port)") == true)
    await one.abandon(redirectURI: uri)
    try await other.receive(at: uri)
    await other.abandon(redirectURI: uri)
  }

  static let elsewhere = [
    "com.example.app:/cb", "https://app.example/cb", "https://127.0.0.1:8080/cb",
  ]

  @Test(
    "that is not an http address of this machine is refused before anything is sent",
    arguments: elsewhere)
  func refusesOthers(_ uri: String) async throws {
    let server = try await TestServer.start()
    let provider = try await Provider.discover(
      server.issuer, transport: .platform, environment: server.environment)
    let client = Client(
      of: provider, id: "app", store: MemoryTokenStore(), transport: .platform
    ) {
      $0.redirect = .fixed(uri)
      $0.signIn = SystemSignIn(
        signInEnvironment: SignInEnvironment(.desktop, terminal: .none),
        terminal: SignInTerminal(show: { _ in }), browser: nil)
    }
    let before = server.requests.all.count
    let error = await failure { try await client.signIn(scopes: [.openID]) }
    #expect(error?.parameter == "redirect")
    #expect(error?.reason.contains("userAgent") == true)
    #expect(server.requests.all.count == before)
  }
}
