// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import CoatcheckServer
import Foundation
import HTTPTypes
import Logging

/// A provider that does everything right but one thing, by its name: what an app's own tests sign in at, to
/// see that it refuses what it must.
///
/// ```swift
/// let provider = try await HostileProvider.start(.wrongIssuer)
/// let client = Client(
///   of: try await Provider.discover(
///     provider.issuer, transport: .platform, environment: provider.environment),
///   id: "app", store: MemoryTokenStore(), userAgent: ReadyUserAgent(),
///   transport: .platform, environment: provider.environment)
/// // client.signIn(scopes: [.openID]) throws `idTokenInvalid`, naming `iss`
/// #expect(provider.count(.userInfo) == 0)
/// await provider.stop()
/// ```
///
/// It listens on a loopback port, says yes to every authorization request at once, and knows one person and
/// one client. Everything it was asked is recorded.
public final class HostileProvider: Sendable {
  /// The issuer identifier: `http://127.0.0.1:PORT`.
  public let issuer: String
  /// The port it listens on.
  public let port: Int
  /// What it does wrong.
  public let faults: [Fault]
  /// The client it knows.
  public let client: HostileClient
  /// Its clock; nothing else moves it.
  public let clock: TestClock

  let service: HostileService
  private let host: LoopbackHost
  private let log: ReceivedRequests
  private let clockAhead: Double

  private init(
    host: LoopbackHost, service: HostileService, faults: [Fault], client: HostileClient,
    clock: TestClock,
    log: ReceivedRequests, clockAhead: Double
  ) {
    issuer = "http://127.0.0.1:\(host.port)"
    port = host.port
    self.host = host
    self.service = service
    self.faults = faults
    self.client = client
    self.clock = clock
    self.log = log
    self.clockAhead = clockAhead
  }

  /// Starts a provider.
  ///
  /// - Parameters:
  ///   - faults: What it does wrong; nothing unless given. Of two that turn the same knob the last counts.
  ///   - client: The client it knows: `app`, without a secret, unless given.
  /// - Throws: When no port can be bound.
  public static func start(
    _ faults: Fault..., client: HostileClient = HostileClient()
  ) async throws -> HostileProvider {
    try await start(faults, client: client)
  }

  /// Starts a provider with a list of faults; as ``start(_:client:)``.
  public static func start(
    _ faults: [Fault], client: HostileClient = HostileClient()
  ) async throws -> HostileProvider {
    var behaviour = Behaviour()
    for fault in faults { fault.turn(&behaviour) }
    let clock = TestClock()
    clock.advance(by: .seconds(behaviour.clockAhead))
    let log = ReceivedRequests()
    let service = try HostileService(behaviour, client: client, clock: clock)
    let host = try await LoopbackHost.stream(
      on: 0, limits: HTTPLimits(), clock: clock,
      logger: Logger(label: "hostile-provider") { _ in SwiftLogNoOpLogHandler() }
    ) { port in
      { request in
        log.add(request)
        return service.respond(to: request, at: service.site(at: port))
      }
    }
    return HostileProvider(
      host: host, service: service, faults: faults, client: client, clock: clock, log: log,
      clockAhead: behaviour.clockAhead)
  }

  /// Stops it; connections end.
  public func stop() async { await host.stop() }

  /// All requests as they came, in order.
  public var requests: [ServedRequest] { log.all }

  /// The requests of an endpoint, in order.
  public func requests(_ place: Place) -> [ServedRequest] {
    log.all.filter { $0.path == place.rawValue }
  }

  /// How many requests an endpoint has had.
  public func count(_ place: Place) -> Int { requests(place).count }

  /// The requests that came under the name `localhost`, which is another origin: where a redirect would
  /// have led that must not be followed.
  public var requestsElsewhere: [ServedRequest] {
    log.all.filter { $0.head.authority?.hasPrefix("localhost") == true }
  }

  /// The live environment with the clock of a machine whose time is right, for the client under test.
  public var environment: CoatcheckOAuth.RuntimeEnvironment {
    var environment = CoatcheckOAuth.RuntimeEnvironment.live
    environment.now = { [clock, clockAhead] in clock.now - clockAhead }
    return environment
  }
}
