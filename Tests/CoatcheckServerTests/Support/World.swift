// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A server and everything a test does with it.
struct World {
  let server: TestServer
  let log: CapturedLog
  var wire: Wire { Wire(port: server.port) }

  static let allClients: [TestClient] = [.publicApp, .web, .service, .other, .trusted]

  static func start(
    users: [TestUser] = [.alice, .bob], clients: [TestClient] = allClients,
    reach: OutboundAccess? = nil, passwords: PasswordHasher? = nil,
    configure: @escaping @Sendable (inout IssuerSettings) -> Void = { _ in }
  ) async throws -> World {
    let log = CapturedLog()
    return World(
      server: try await TestServer.start(
        users: users, clients: clients, logger: log.logger, passwords: passwords, reach: reach,
        configure: configure), log: log)
  }

  /// Runs a test against a fresh server and stops it.
  static func run(
    users: [TestUser] = [.alice, .bob], clients: [TestClient] = allClients,
    reach: OutboundAccess? = nil, passwords: PasswordHasher? = nil,
    configure: @escaping @Sendable (inout IssuerSettings) -> Void = { _ in },
    _ test: (World) async throws -> Void
  ) async throws {
    let world = try await start(
      users: users, clients: clients, reach: reach, passwords: passwords,
      configure: configure)
    do {
      try await test(world)
      await world.server.stop()
    } catch {
      await world.server.stop()
      throw error
    }
  }

  /// A browser with a jar of its own.
  func browser(_ jar: CookieJar = CookieJar()) -> TestBrowser {
    TestBrowser(transport: WireTransport(wire: wire), cookies: jar)
  }

  /// A user at a browser.
  func userAgent(
    _ user: TestUser = .alice, _ answer: ScriptedUserAgent.Answer = .allow,
    jar: CookieJar = CookieJar(), redirect: String = "http://127.0.0.1:49152/callback"
  ) -> ScriptedUserAgent {
    ScriptedUserAgent(
      username: user.username, password: user.password, answer: answer, redirectURI: redirect,
      transport: WireTransport(wire: wire), cookies: jar)
  }

  /// The address of an authorization request.
  func url(_ ask: Ask) -> String { "\(server.issuer)/authorize?\(ask.query)" }

  /// Lets a user pass the pages and returns the callback's parameters.
  func callback(
    _ ask: Ask, by user: TestUser = .alice, _ answer: ScriptedUserAgent.Answer = .allow,
    jar: CookieJar = CookieJar()
  ) async throws -> Query {
    let url = try URL(string: url(ask)) ?? { throw WorldError.badURL }()
    let location = try await userAgent(user, answer, jar: jar, redirect: ask.redirect)
      .authorize(at: url)
    return try Query(String(location.split(separator: "?").last ?? ""))
  }

  /// A fresh code.
  func code(_ ask: Ask = Ask(), by user: TestUser = .alice) async throws -> String {
    guard let code = try await callback(ask, by: user)["code"] else { throw WorldError.noCode }
    return code
  }

  /// Sends a form to the token endpoint.
  func token(_ form: Query, as client: TestClient? = nil) async throws -> WireReply {
    try await wire.post("/token", form: form.encoded, client?.authorization ?? [])
  }

  /// Exchanges a code.
  func exchange(_ code: String, _ ask: Ask = Ask()) async throws -> WireReply {
    try await token(ask.exchange(code), as: ask.client)
  }

  /// Signs a user in and returns the token reply.
  func signIn(_ ask: Ask = Ask(), by user: TestUser = .alice) async throws -> Tokens {
    try Tokens(await exchange(code(ask, by: user), ask))
  }

  /// Exchanges a refresh token.
  func refresh(
    _ token: String, as client: TestClient = .publicApp, scope: String? = nil
  ) async throws -> WireReply {
    var form: Query = ["grant_type": "refresh_token", "refresh_token": token]
    form["scope"] = scope
    if client.secret == nil { form["client_id"] = client.registration.id }
    return try await self.token(form, as: client)
  }

  /// Asks userinfo.
  func userInfo(_ accessToken: String) async throws -> WireReply {
    try await wire.send("GET", "/userinfo", [("Authorization", "Bearer \(accessToken)")])
  }
}

enum WorldError: Error { case badURL, noCode, noTokens(Int, String) }

/// The tokens of one reply.
struct Tokens {
  let access: String
  let refresh: String
  let id: String?
  let json: JSONObject

  init(_ reply: WireReply) throws {
    guard reply.status == 200, let access = reply.json["access_token"]?.stringValue else {
      throw WorldError.noTokens(reply.status, reply.error ?? "")
    }
    self.access = access
    refresh = reply.json["refresh_token"]?.stringValue ?? ""
    id = reply.json["id_token"]?.stringValue
    json = reply.json
  }
}
