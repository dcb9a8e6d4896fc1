// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A real server on loopback, a home folder, and users with a browser.
final class Stage: Sendable {
  let server: TestServer
  let sandbox: Sandbox

  private init(server: TestServer, sandbox: Sandbox) {
    self.server = server
    self.sandbox = sandbox
  }

  /// The server's clock starts at the present, since the tool uses the wall clock.
  static func start(clients: [TestClient] = [.publicApp]) async throws -> Stage {
    let server = try await TestServer.start(
      users: [.alice, .bob], clients: clients, clock: TestClock(at: Date()))
    return Stage(server: server, sandbox: try Sandbox())
  }

  /// Runs a command; if it starts the browser, `user` gives this answer on the pages.
  func run(
    _ arguments: [String], answer: ScriptedUserAgent.Answer? = nil, user: Visitor = .alice,
    program: String = "coatcheck", variables: [String: String] = [:], input: String = "",
    cookies: CookieJar = CookieJar(), exits status: Int32? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> ToolProcess {
    server.clock.set(to: Date())
    let process = try sandbox.start(arguments, program: program, variables: variables, input: input)
    if let answer {
      while process.isRunning {
        if let address = try sandbox.takeAddress() {
          try await visit(address, as: user, answer, cookies: cookies)
          break
        }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    await process.check(status, location)
    return process
  }

  /// Opens an address as a user, and goes through the pages back to the tool.
  func visit(
    _ address: String, as user: Visitor, _ answer: ScriptedUserAgent.Answer,
    cookies: CookieJar = CookieJar()
  ) async throws {
    guard let url = URL(string: address) else { throw Sandbox.Unexpected("no address: \(address)") }
    let agent = ScriptedUserAgent(
      username: user.username, password: user.password, answer: answer,
      transport: PatientTransport(), cookies: cookies)
    try await agent.visit(url)
  }

  /// A server, and alice signed in with the tool.
  static func signedIn() async throws -> (stage: Stage, session: StoredSession) {
    let stage = try await start()
    return (stage, try await stage.signIn())
  }

  /// The same, with access tokens that expire after a number of seconds.
  static func signedIn(accessTokensFor seconds: Int) async throws -> Stage {
    var client = TestClient.publicApp
    client.registration.accessTokenLifetime = seconds
    let stage = try await start(clients: [client])
    _ = try await stage.signIn()
    return stage
  }

  /// Signs alice in with the tool.
  func signIn(
    as name: String = "main", cookies: CookieJar = CookieJar()
  ) async throws -> StoredSession {
    let run = try await run(
      ["login", server.issuer, "--client-id", "app", "--name", name], answer: .allow,
      cookies: cookies)
    guard await run.ended() == .exit(0) else { throw Sandbox.Unexpected(run.errors) }
    return try await session(name)
  }

  /// The stored session of that name.
  func session(_ name: String = "main") async throws -> StoredSession {
    let sessions = try await sandbox.store.sessions()
    guard let session = sessions.first(where: { $0.name == name }) else {
      throw Sandbox.Unexpected("there is no session \(name)")
    }
    return session
  }

  /// Changes the stored session.
  func change(_ name: String = "main", _ change: (inout StoredSession) -> Void) async throws {
    var session = try await session(name)
    change(&session)
    try await sandbox.store.save(session)
  }

  /// Changes the token endpoint of the stored session.
  func redirectTokenRequests(to server: CannedServer) async throws {
    let endpoint = try Endpoint("http://127.0.0.1:\(server.port)/token")
    try await change { $0.tokenEndpoint = endpoint }
  }

  /// Overwrites the file of the stored session.
  func damage(_ name: String = "main") async throws {
    _ = try await session(name)
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.storePath)
    for file in files where file.hasSuffix(".json") {
      try Data("{".utf8).write(to: URL(filePath: sandbox.storePath + "/" + file))
    }
  }

  /// Marks the stored access token as expired.
  func spend(_ name: String = "main") async throws {
    try await change(name) { $0.expiry = .at(Date(timeIntervalSinceNow: -60)) }
  }

  /// Revokes a token at the server, as another program of the same app.
  func revoke(_ token: Secret) async throws {
    var request = HTTPRequest(.post, to: server.issuer + "/revoke")
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    let body = "token=\(FormEncoding.encode(token.reveal()))&client_id=app"
    let (head, _) = try await PatientTransport().send(
      request, body: Data(body.utf8), limit: .standard)
    guard head.status == .ok else { throw Sandbox.Unexpected("\(head.status)") }
  }
}
