// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A real server on loopback, a home folder, and alice at her browser.
final class Stage: Sendable {
  let server: TestServer
  let sandbox: Sandbox

  private init(server: TestServer, sandbox: Sandbox) {
    self.server = server
    self.sandbox = sandbox
  }

  /// The server's clock starts at the present, since the tool looks at the real one.
  static func start(clients: [TestClient] = [.publicApp]) async throws -> Stage {
    let server = try await TestServer.start(
      users: [.alice, .bob], clients: clients, clock: TestClock(at: Date()))
    return Stage(server: server, sandbox: try Sandbox())
  }

  /// Runs a command; if it starts the browser, `user` does what `person` says.
  func run(
    _ arguments: [String], person: ScriptedUserAgent.Answer? = nil, user: Visitor = .alice,
    program: String = "coatcheck", variables: [String: String] = [:], input: String = "",
    cookies: CookieJar = CookieJar()
  ) async throws -> ToolProcess {
    server.clock.set(to: Date())
    let process = try sandbox.start(arguments, program: program, variables: variables, input: input)
    if let person {
      while process.isRunning {
        if let address = try sandbox.takeAddress() {
          try await visit(address, as: user, who: person, cookies: cookies)
          break
        }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    _ = await process.ended()
    return process
  }

  /// Somebody opens an address, goes through the pages and comes back to the tool.
  func visit(
    _ address: String, as user: Visitor, who answer: ScriptedUserAgent.Answer,
    cookies: CookieJar = CookieJar()
  ) async throws {
    guard let url = URL(string: address) else { throw Sandbox.Unexpected("no address: \(address)") }
    let agent = ScriptedUserAgent(
      username: user.username, password: user.password, answer: answer,
      transport: Transports.system, cookies: cookies)
    try await agent.visit(url)
  }

  /// Signs alice in with the tool.
  func signIn(
    as name: String = "main", cookies: CookieJar = CookieJar()
  ) async throws -> StoredSession {
    let run = try await run(
      ["login", server.issuer, "--client-id", "app", "--name", name], person: .allow,
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

  /// Overwrites the file of the stored session.
  func damage(_ name: String = "main") async throws {
    _ = try await session(name)
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.storePath)
    for file in files where file.hasSuffix(".json") {
      try Data("{".utf8).write(to: URL(filePath: sandbox.storePath + "/" + file))
    }
  }

  /// Makes the stored access token a spent one.
  func spend(_ name: String = "main") async throws {
    try await change(name) { $0.expiry = .at(Date(timeIntervalSinceNow: -60)) }
  }
}
