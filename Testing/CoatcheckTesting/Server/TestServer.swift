// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
public import CoatcheckAccounts
import Coatcheck
public import CoatcheckIssuer
public import CoatcheckJOSE
public import CoatcheckServer
public import CoatcheckStorage
public import Logging

/// The identity server in a test: on a free loopback port, with a clock that only the test moves.
///
/// ```swift
/// let server = try await TestServer.start(
///   users: [.alice], clients: [.publicApp])
/// let provider = try await Provider.discover(server.issuer)
/// server.clock.advance(by: .seconds(1200))
/// #expect(server.requests.count("/token") == 1)
/// await server.stop()
/// ```
public final class TestServer: Sendable {
  /// The issuer identifier: `http://127.0.0.1:PORT`.
  public let issuer: String
  /// The port it listens on.
  public let port: Int
  /// Its clock, which only the test moves.
  public let clock: TestClock
  /// The requests that it answered.
  public let requests: RequestLog
  /// Its users, clients, tokens and sessions.
  public let store: any IssuerStore & UserStore

  /// Its signing keys.
  package let keys: SigningKeys

  private let configure: @Sendable (inout IssuerSettings) -> Void
  private let logger: Logger
  private let passwords: PasswordHasher
  private let reach: OutboundAccess?
  private let host: LoopbackHost

  private init(
    host: LoopbackHost, clock: TestClock, requests: RequestLog, store: any IssuerStore & UserStore,
    keys: SigningKeys, configure: @escaping @Sendable (inout IssuerSettings) -> Void,
    logger: Logger, passwords: PasswordHasher, reach: OutboundAccess?
  ) {
    self.passwords = passwords
    self.reach = reach
    self.keys = keys
    issuer = Self.issuer(at: host.port)
    port = host.port
    self.host = host
    self.clock = clock
    self.requests = requests
    self.store = store
    self.configure = configure
    self.logger = logger
  }

  /// Starts a server on a loopback port.
  ///
  /// - Parameters:
  ///   - users: The users to create.
  ///   - clients: The clients to register.
  ///   - store: The store of users, clients, tokens and sessions; an empty one in memory by default.
  ///   - clock: Its clock.
  ///   - port: The port to bind; 0 for any free one.
  ///   - algorithms: The algorithms of its signing keys.
  ///   - logger: Receives audit events; discards them by default.
  ///   - passwords: Hashes passwords; nil hashes them at the lowest cost.
  ///   - reach: Sends the server's own requests to clients; nil sends them only to this machine.
  ///   - configure: Changes the settings before the server starts.
  /// - Throws: If the port cannot be bound, the store fails, or a user or client is invalid.
  public static func start(
    users: [TestUser] = [.alice], clients: [TestClient] = [.publicApp],
    store: any IssuerStore & UserStore = MemoryStore(), clock: TestClock = TestClock(),
    port: Int = 0, algorithms: [SignatureAlgorithm] = SigningKeys.usualAlgorithms,
    logger: Logger = Logger(label: "test-server") { _ in SwiftLogNoOpLogHandler() },
    passwords: PasswordHasher? = nil, reach: OutboundAccess? = nil,
    configure: @escaping @Sendable (inout IssuerSettings) -> Void = { _ in }
  ) async throws -> TestServer {
    let passwords =
      passwords
      ?? PasswordHasher(cost: .testing) { CoatcheckOAuth.RuntimeEnvironment.live.random($0) }
    try await fill(store, users: users, clients: clients, passwords: passwords)
    let requests = RequestLog()
    let live = CoatcheckOAuth.RuntimeEnvironment.live
    let environment = CoatcheckOAuth.RuntimeEnvironment(
      now: { clock.now }, random: live.random, sleep: live.sleep)
    let sealer = Sealer(master: try TestKeys.master(), environment: environment)
    let keys = SigningKeys(store: store, sealer: sealer, algorithms: algorithms)
    try await keys.start()
    let host = try await LoopbackHost.start(
      on: port, limits: HTTPLimits(), clock: clock, logger: logger
    ) { port in
      let responder = try responder(
        at: port, store: store, keys: keys, sealer: sealer, environment: environment,
        passwords: passwords, configure: configure, logger: logger, reach: reach)
      return { request in
        let response = await responder(request)
        requests.record(request, response)
        return response
      }
    }
    return TestServer(
      host: host, clock: clock, requests: requests, store: store, keys: keys,
      configure: configure, logger: logger, passwords: passwords, reach: reach)
  }

  /// Stops the server. Its store and clock stay as they are.
  public func stop() async {
    await host.stop()
  }

  /// Stops the server and starts another one with the same port, store and clock.
  ///
  /// - Returns: The new server. The old one must not be used any more.
  /// - Throws: As ``start(users:clients:store:clock:port:algorithms:logger:passwords:reach:configure:)``.
  public func restarted() async throws -> TestServer {
    await stop()
    return try await Self.start(
      users: [], clients: [], store: store, clock: clock, port: port,
      algorithms: keys.algorithms, logger: logger, passwords: passwords, reach: reach,
      configure: configure)
  }

  private static func issuer(at port: Int) -> String { "http://127.0.0.1:\(port)" }

  private static func responder(
    at port: Int, store: any IssuerStore & UserStore, keys: SigningKeys, sealer: Sealer,
    environment: CoatcheckOAuth.RuntimeEnvironment, passwords: PasswordHasher,
    configure: (inout IssuerSettings) -> Void, logger: Logger,
    reach: OutboundAccess?
  ) throws -> Responder {
    var settings = try IssuerSettings(issuer: Issuer(issuer(at: port)))
    configure(&settings)
    let server = try IdentityServer(
      settings: settings, store: store, users: store, passwords: passwords, keys: keys,
      sealer: sealer, environment: environment, logger: logger,
      reach: reach ?? OutboundAccess(transport: .platform),
      accounts: store as? any AdministrationStore)
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
