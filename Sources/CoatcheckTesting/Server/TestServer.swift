// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
public import CoatcheckStorage
public import Logging

/// The real identity server, inside a test: on a free loopback port, with a clock that stands
/// still.
///
/// ```swift
/// let server = try await TestServer.start(users: [.alice], clients: [.publicApp])
/// let provider = try await Provider.discover(server.issuer, …)
/// server.clock.advance(by: .seconds(1200))
/// #expect(server.requests.count("/token") == 1)
/// await server.stop()
/// ```
public final class TestServer: Sendable {
  /// The issuer identifier: `http://127.0.0.1:PORT`.
  public let issuer: String
  /// The port it listens on.
  public let port: Int
  /// Its clock; nothing else moves it.
  public let clock: TestClock
  /// What it was asked.
  public let requests: RequestLog
  /// What it remembers and whom it knows.
  public let store: any IssuerStore & UserStore

  private let configure: @Sendable (inout IssuerSettings) -> Void
  private let logger: Logger
  private let running: Task<Void, any Error>

  private init(
    port: Int, clock: TestClock, requests: RequestLog, store: any IssuerStore & UserStore,
    configure: @escaping @Sendable (inout IssuerSettings) -> Void, logger: Logger,
    running: Task<Void, any Error>
  ) {
    issuer = Self.issuer(at: port)
    self.port = port
    self.clock = clock
    self.requests = requests
    self.store = store
    self.configure = configure
    self.logger = logger
    self.running = running
  }

  deinit { running.cancel() }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - users: whom it knows.
  ///   - clients: which clients it knows.
  ///   - store: what it remembers from before; empty unless given.
  ///   - clock: its clock.
  ///   - port: the port to bind; 0 for any free one.
  ///   - logger: receives audit events; nobody unless given.
  ///   - configure: changes the issuer's figures.
  /// - Throws: when the port cannot be bound or a fixture is not valid.
  public static func start(
    users: [TestUser] = [.alice], clients: [TestClient] = [.publicApp],
    store: any IssuerStore & UserStore = MemoryStore(), clock: TestClock = TestClock(),
    port: Int = 0, logger: Logger = Logger(label: "test-server") { _ in SwiftLogNoOpLogHandler() },
    configure: @escaping @Sendable (inout IssuerSettings) -> Void = { _ in }
  ) async throws -> TestServer {
    let passwords = PasswordHasher(cost: .testing) { CoatcheckOAuth.Environment.live.random($0) }
    try await fill(store, users: users, clients: clients, passwords: passwords)
    guard port == 0 else {
      return try await listen(
        on: port, store: store, clock: clock, passwords: passwords, logger: logger,
        configure: configure)
    }
    var taken: (any Error)?
    for _ in 0..<100 {
      do {
        return try await listen(
          on: TestPorts.candidate(), store: store, clock: clock, passwords: passwords,
          logger: logger, configure: configure)
      } catch let error as ListeningError {
        taken = error
      }
    }
    throw taken ?? OAuthError.misused("port", "no port is free")
  }

  private static func listen(
    on port: Int, store: any IssuerStore & UserStore, clock: TestClock, passwords: PasswordHasher,
    logger: Logger, configure: @escaping @Sendable (inout IssuerSettings) -> Void
  ) async throws -> TestServer {
    let requests = RequestLog()
    let (ports, bound) = AsyncThrowingStream.makeStream(of: Int.self)
    var limits = HTTPLimits()
    limits.idle = .seconds(60)
    let listener = HTTPListener(
      host: "127.0.0.1", port: port, limits: limits, clock: { clock.now }, logger: logger)
    let running = Task {
      do {
        try await listener.run(until: .onCancellation, listening: { bound.yield($0) }) { port in
          let responder = try await responder(
            at: port, store: store, clock: clock, passwords: passwords, configure: configure,
            logger: logger)
          return { request in
            let response = await responder(request)
            requests.record(request, response)
            return response
          }
        }
        bound.finish()
      } catch {
        bound.finish(throwing: error)
        throw error
      }
    }
    for try await port in ports {
      return TestServer(
        port: port, clock: clock, requests: requests, store: store, configure: configure,
        logger: logger, running: running)
    }
    throw OAuthError.misused("port", "the test server stopped before it listened")
  }

  /// Stops the server; its store and clock keep what they hold.
  public func stop() async {
    running.cancel()
    _ = await running.result
  }

  /// Stops the server and starts another one on the same port, store and clock.
  ///
  /// - Throws: as ``start(users:clients:store:clock:port:logger:configure:)``.
  public func restarted() async throws -> TestServer {
    await stop()
    return try await Self.start(
      users: [], clients: [], store: store, clock: clock, port: port, logger: logger,
      configure: configure)
  }

  private static func issuer(at port: Int) -> String { "http://127.0.0.1:\(port)" }

  private static func responder(
    at port: Int, store: any IssuerStore & UserStore, clock: TestClock, passwords: PasswordHasher,
    configure: (inout IssuerSettings) -> Void, logger: Logger
  ) async throws -> Responder {
    var settings = try IssuerSettings(issuer: Issuer(issuer(at: port)))
    configure(&settings)
    let live = CoatcheckOAuth.Environment.live
    let environment = CoatcheckOAuth.Environment(
      now: { clock.now }, random: live.random, sleep: live.sleep)
    let sealer = Sealer(master: try TestKeys.master(), environment: environment)
    let keys = SigningKeys(store: store, sealer: sealer)
    try await keys.start()
    let server = try IdentityServer(
      settings: settings, store: store, users: store, passwords: passwords, keys: keys,
      sealer: sealer, environment: environment, logger: logger)
    return { await server.respond(to: $0) }
  }

  private static func fill(
    _ store: any IssuerStore & UserStore, users: [TestUser], clients: [TestClient],
    passwords: PasswordHasher
  ) async throws {
    let sealer = Sealer(master: try TestKeys.master(), environment: .live)
    _ = try await store.replaceKeySet(
      expecting: nil, with: SigningKeys.record(for: TestKeys.signing(), sealer: sealer))
    for client in clients { try await store.save(client.registration) }
    for user in users {
      let hash = try await passwords.hash(Password(user.password.reveal()))
      _ = try await store.save(
        User(
          id: user.id, name: UserName(user.username), passwordHash: hash, claims: user.claims,
          standing: user.standing))
    }
  }
}
