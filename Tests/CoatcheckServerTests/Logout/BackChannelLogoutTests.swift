// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("back-channel logout", .world)
struct BackChannelLogoutTests {
  /// A client with this identifier, and a `backchannel_logout_uri`.
  static func client(
    _ id: String, at uri: String, algorithm: SignatureAlgorithm = .rs256
  ) -> TestClient {
    .leaving(id) {
      $0.idTokenAlgorithm = algorithm
      $0.metadata.backChannelLogoutURI = uri
    }
  }

  @Test(
    "the receiver of the client library accepts the logout token once",
    arguments: [SignatureAlgorithm.rs256, .es256])
  func ownReceiver(_ algorithm: SignatureAlgorithm) async throws {
    let app = try await LoopbackApp.start()
    let client = Self.client("rp", at: app.origin + "/bye?tenant=1", algorithm: algorithm)
    try await world.add(client)
    let environment = world.server.environment
    let metadata = try await MetadataCache(transport: .platform, environment: environment)
      .metadata(of: Issuer(world.server.issuer))
    #expect(metadata.backchannelLogoutSupported)
    #expect(metadata.backchannelLogoutSessionSupported)
    let ended = Ended()
    let receiver = BackChannelLogoutReceiver(
      ClientContext(
        provider: Provider(metadata: metadata), client: ClientIdentity(id: "rp"),
        runtime: ClientRuntime(
          transport: .platform, environment: environment
        ) { $0.idTokenAlgorithms = [algorithm] })
    ) { token in ended.tokens.withLock { $0.append(token) } }
    app.answer { request in
      let (head, body) = await receiver.answer(head: request.head, body: request.body)
      return ServedResponse(head: head, body: body)
    }
    let signedIn = try await world.enter(Ask(client))
    #expect(try await signedIn.signOut().status == 200)
    let token = try #require(ended.tokens.withLock { $0 }.first)
    let hint = try await world.verified(signedIn.hint())
    #expect(token.subject == TestUser.alice.id)
    #expect(token.sessionID == hint.claims["sid"]?.stringValue)
    #expect(token.expiresAt.timeIntervalSince(token.issuedAt) == 120)
    #expect(world.log.has("logout_told"))
    // A second sign-out notifies no client again.
    try await signedIn.signOut()
    #expect(app.received.count == 1)
  }

  /// Records the sessions that a receiver ends.
  private final class Ended: Sendable {
    let tokens = Mutex<[LogoutToken]>([])
  }

  @Test("the logout token follows the specification, and is not accepted as another token")
  func claims() async throws {
    let app = try await LoopbackApp.start()
    let client = Self.client("rp", at: app.origin + "/bye")
    try await world.add(client)
    let signedIn = try await world.enter(Ask(client))
    try await signedIn.signOut()
    let request = try #require(app.received.first)
    #expect(request.head.method == .post)
    #expect(request.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(request.head.headerFields[.cookie] == nil)
    let token = try #require(try request.form()["logout_token"])
    let jwt = try await world.verified(token)
    #expect(jwt.header.type == "logout+jwt")
    #expect(Set(jwt.claims.names) == ["iss", "aud", "sub", "sid", "iat", "exp", "jti", "events"])
    #expect(jwt.claims["aud"] == "rp")
    #expect(jwt.claims["events"] == ["http://schemas.openid.net/event/backchannel-logout": [:]])
    // It is not accepted as a hint or an access token either.
    let again = try await world.enter(Ask(client))
    #expect(try await again.logout(["id_token_hint": token]).status == 400)
    #expect(try await world.userInfo(token).status == 401)
    #expect(!world.log.all.contains { $0.contains(token) })
  }

  @Test("each client that took part is notified once, and no other client is")
  func participants() async throws {
    let app = try await LoopbackApp.start()
    let clients = ["a", "b", "c"].map { Self.client($0, at: app.origin + "/" + $0) }
    for client in clients { try await world.add(client) }
    let jar = CookieJar()
    let signedIn = try await world.enter(Ask(clients[0]), jar: jar)
    _ = try await world.enter(Ask(clients[0]), jar: jar)
    _ = try await world.enter(Ask(clients[1], scope: "openid offline_access"), jar: jar)
    // A client of a session in another browser.
    _ = try await world.enter(Ask(clients[2]))
    try await signedIn.signOut()
    #expect(app.paths.sorted() == ["/a", "/b"])
  }

  // attack: O-04
  @Test("a client that hangs, fails or redirects does not keep others from being notified")
  func badReceivers() async throws {
    let app = try await LoopbackApp.start()
    let names = ["good", "hang", "fail", "redirect", "refuse", "also-good"]
    let clients = names.map { Self.client($0, at: app.origin + "/" + $0) }
    app.answer { request in
      switch request.path {
      case "/hang":
        // Does not respond before the server stops.
        try? await Task.sleep(for: .seconds(3600))
        return LoopbackApp.reply(.ok)
      case "/fail": return LoopbackApp.reply(.internalServerError)
      case "/redirect":
        return LoopbackApp.reply(.temporaryRedirect, [.location: app.origin + "/elsewhere"])
      case "/refuse": return LoopbackApp.reply(.badRequest)
      default: return LoopbackApp.reply(.noContent)
      }
    }
    let log = CapturedLog()
    let waits = Mutex<[Duration]>([])
    // The deadline of each client passes as soon as the others have responded.
    var environment = RuntimeEnvironment.live
    environment.sleep = { duration in
      waits.withLock { $0.append(duration) }
      while log.all.filter({ $0.hasPrefix("logout_") }).count < names.count - 1 {
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    let server = try await TestServer.start(
      clients: clients, logger: log.logger,
      reach: OutboundAccess(transport: AsyncHTTPTransport(environment: environment)))
    let world = World(server: server, log: log)
    let jar = CookieJar()
    var signedIn: SignedIn?
    for client in clients { signedIn = try await world.enter(Ask(client), jar: jar) }
    let last = try #require(signedIn)
    #expect(try await last.signOut().status == 200)
    #expect(Set(app.paths) == Set(names.map { "/" + $0 }))
    #expect(app.received.count == names.count)
    #expect(waits.withLock { $0.allSatisfy { $0 == .milliseconds(2500) } && !$0.isEmpty })
    func outcome(_ name: String) -> String? {
      log.all.first { $0.hasPrefix("logout_") && $0.contains("\"client\": \(name)") }
        .map { String($0.prefix { $0 != " " }) }
    }
    for name in names {
      let isTold = name.hasSuffix("good")
      #expect(outcome(name) == (isTold ? "logout_told" : "logout_untold"), "\(name)")
    }
    await server.stop()
  }

  // attack: O-04
  @Test(
    "a name that resolves to a private address gets no request where only the Internet is allowed",
    arguments: ["127.0.0.1", "localhost", "c.example"])
  func privatePeer(_ host: String) async throws {
    let app = try await LoopbackApp.start()
    let port = app.origin.split(separator: ":").last ?? ""
    let client = Self.client("rp", at: "https://\(host):\(port)/bye")
    let reach = OutboundAccess(transport: PublicNetworkTransport { _ in ["127.0.0.1"] })
    try await World.run(clients: [client], reach: reach) { world in
      let signedIn = try await world.enter(Ask(client))
      #expect(try await signedIn.signOut().status == 200)
      #expect(app.received.isEmpty)
      #expect(
        world.log.all.contains { $0.hasPrefix("logout_untold") && $0.contains("address_refused") }
      )
    }
  }

  // attack: O-04
  @Test(
    "an issuer on the Internet sends no request to a private address",
    arguments: [
      ("https://10.0.0.1/bye", false), ("https://127.0.0.1/bye", false),
      ("https://[::1]/bye", false),
      ("https://169.254.169.254/latest", false), ("https://localhost/bye", false),
      ("http://127.0.0.1:9/bye", false), ("https://c.example/bye", true),
    ])
  func privateAddress(_ uri: String, isTold: Bool) async throws {
    let sent = SentRequests()
    let log = CapturedLog()
    let server = try await PublicIssuer(
      client: Self.client("rp", at: uri), reach: OutboundAccess(transport: sent), logger: log.logger
    )
    #expect(try await server.signOut().head.status == .ok)
    #expect(sent.addresses == (isTold ? [uri] : []))
    #expect(log.has(isTold ? "logout_told" : "logout_untold"))
  }

  @Test("without outbound access the metadata does not list back-channel logout")
  func unreachable() async throws {
    let server = try await PublicIssuer(
      client: Self.client("rp", at: "https://c.example/bye"), reach: nil,
      logger: CapturedLog().logger)
    let metadata = try await server.metadata()
    #expect(metadata["end_session_endpoint"] == "https://id.example/t/logout")
    #expect(metadata["backchannel_logout_supported"] != true)
    #expect(try await server.signOut().head.status == .ok)
  }
}
