// SPDX-License-Identifier: Apache-2.0
import TestKit

/// The server of the running test, by ``WorldTrait`` or `World.run`.
var world: World {
  guard let world = World.running else { preconditionFailure("The test has no trait .world.") }
  return world
}

/// A server for tests, and the requests that tests send to it.
struct World {
  @TaskLocal static var running: World?

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

  /// Runs a test with a new server, and stops the server.
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
      try await $running.withValue(world) { try await test(world) }
      await world.server.stop()
    } catch {
      await world.server.stop()
      throw error
    }
  }

  /// Restarts the server on the same port and store.
  func restarted() async throws -> World {
    World(server: try await server.restarted(), log: log)
  }

  /// Registers clients.
  func add(_ clients: TestClient...) async throws {
    for client in clients { try await server.store.save(client.registration) }
  }

  /// Disables the account of a user.
  func disable(_ user: TestUser) async throws {
    var account = try #require(try await server.store.user(id: user.id))
    account.standing = .disabled
    #expect(try await server.store.save(account) == .replaced)
  }

  /// A browser with its own cookies.
  func browser(_ jar: CookieJar = CookieJar()) -> TestBrowser {
    TestBrowser(transport: WireTransport(wire: wire), cookies: jar)
  }

  /// A user who approves or denies in a browser.
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

  /// Lets a user pass the pages, and returns the parameters of the authorization response.
  func callback(
    _ ask: Ask, by user: TestUser = .alice, _ answer: ScriptedUserAgent.Answer = .allow,
    jar: CookieJar = CookieJar()
  ) async throws -> Query {
    let url = try URL(string: url(ask)) ?? { throw WorldError.badURL }()
    let location = try await userAgent(user, answer, jar: jar, redirect: ask.redirect)
      .authorize(at: url)
    return try Query(String(location.split(separator: "?").last ?? ""))
  }

  /// A new authorization code.
  func code(
    _ ask: Ask = Ask(), by user: TestUser = .alice, jar: CookieJar = CookieJar()
  ) async throws -> String {
    try #require(try await callback(ask, by: user, jar: jar)["code"])
  }

  /// Sends a form to an endpoint, as a client.
  func post(
    _ path: String, _ form: Query, as client: TestClient? = nil, _ fields: [(String, String)] = []
  ) async throws -> WireReply {
    var form = form
    if let client, client.secret == nil { form["client_id"] = client.registration.id }
    return try await wire.post(path, form: form.encoded, (client?.authorization ?? []) + fields)
  }

  /// Sends a form to the token endpoint.
  func token(
    _ form: Query, as client: TestClient? = nil, _ fields: [(String, String)] = []
  ) async throws -> WireReply {
    try await wire.post("/token", form: form.encoded, (client?.authorization ?? []) + fields)
  }

  /// Exchanges a code.
  func exchange(_ code: String, _ ask: Ask = Ask()) async throws -> WireReply {
    try await token(ask.exchange(code), as: ask.client)
  }

  /// Signs a user in, and returns the tokens.
  func signIn(
    _ ask: Ask = Ask(), by user: TestUser = .alice, jar: CookieJar = CookieJar()
  ) async throws -> Tokens {
    try Tokens(await exchange(code(ask, by: user, jar: jar), ask))
  }

  /// Sends a client credentials grant.
  func credentials(
    _ client: TestClient = .service, _ form: Query = Query(), _ fields: [(String, String)] = []
  ) async throws -> WireReply {
    var form = form
    form["grant_type"] = "client_credentials"
    return try await token(form, as: client, fields)
  }

  /// Sends a refresh token grant.
  func refresh(
    _ token: String, as client: TestClient = .publicApp, scope: String? = nil,
    resource: String? = nil, proof: (String, String)? = nil
  ) async throws -> WireReply {
    var form: Query = ["grant_type": "refresh_token", "refresh_token": token]
    form["scope"] = scope
    form["resource"] = resource
    return try await post("/token", form, as: client, [proof].compactMap(\.self))
  }

  /// The tokens of a refresh.
  func renewed(
    _ token: String, as client: TestClient = .publicApp, scope: String? = nil
  ) async throws -> Tokens {
    try Tokens(await refresh(token, as: client, scope: scope))
  }

  /// Revokes a token.
  @discardableResult
  func revoke(_ token: String, as client: TestClient = .publicApp) async throws -> WireReply {
    try await post("/revoke", ["token": token], as: client)
  }

  /// Introspects a token.
  func introspect(
    _ token: String, as client: TestClient, _ fields: [(String, String)] = []
  ) async throws -> WireReply {
    try await post("/introspect", ["token": token], as: client, fields)
  }

  /// Sends a registration.
  func register(_ metadata: JSONObject, token: String? = nil) async throws -> WireReply {
    try await json(
      "POST", "/register", String(decoding: metadata.serialized(), as: UTF8.self), token)
  }

  /// Sends JSON, if there is any, with a bearer token, if there is one.
  func json(
    _ method: String, _ path: String, _ body: String?, _ token: String? = nil
  ) async throws -> WireReply {
    let bearer = token.map { [("Authorization", "Bearer \($0)")] } ?? []
    let type = body == nil ? [] : [("Content-Type", "application/json")]
    return try await wire.send(method, path, type + bearer, body: body)
  }

  /// The registered client of a registration response.
  func registered(_ reply: WireReply) async throws -> TestClient {
    let id = try #require(reply.json["client_id"]?.stringValue)
    return TestClient(
      try #require(try await server.store.client(id)),
      secret: reply.json["client_secret"]?.stringValue.map { Secret($0) })
  }

  /// The discovery document.
  func metadata() async throws -> JSONObject {
    try await wire.send("GET", "/.well-known/openid-configuration").json
  }

  /// A token, verified by the published keys.
  func verified(_ token: String?) async throws -> VerifiedJWT {
    try CoatcheckServerTests.verified(try #require(token), by: await wire.send("GET", "/jwks"))
  }

  /// The claims of a token, verified by the published keys.
  func claims(_ token: String?) async throws -> JSONObject { try await verified(token).claims }

  /// Sends a userinfo request.
  func userInfo(_ accessToken: String) async throws -> WireReply {
    try await wire.send("GET", "/userinfo", [("Authorization", "Bearer \(accessToken)")])
  }
}

enum WorldError: Error { case badURL, noCode, noTokens(Int, String) }

/// The tokens of one token response.
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
