// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth
public import CoatcheckServer
import Foundation
import HTTPTypes
import Logging

/// An authorization server with named faults, for an app's own tests: they check that the app refuses what it
/// must.
///
/// ```swift
/// let provider = try await HostileProvider.start(.wrongIssuer)
/// let client = Client(
///   of: try await Provider.discover(
///     provider.issuer, transport: .platform, environment: provider.environment),
///   id: "app", store: MemoryTokenStore()
/// ) {
///   $0.userAgent = ReadyUserAgent(transport: .platform)
///   $0.environment = provider.environment
/// }
/// // client.signIn(scopes: [.openID]) throws `idTokenInvalid`, naming `iss`
/// #expect(provider.count(.userInfo) == 0)
/// await provider.stop()
/// ```
///
/// It listens on a loopback port, approves every authorization request, and knows one user and one client. It
/// records all requests.
public final class HostileProvider: Sendable {
  /// The issuer identifier: `http://127.0.0.1:PORT`.
  public let issuer: String
  /// The port it listens on.
  public let port: Int
  /// The faults that it was started with.
  public let faults: [Fault]
  /// The client it knows.
  public let client: HostileClient
  /// Its clock, which only the test moves.
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

  /// Starts a provider on a free loopback port.
  ///
  /// - Parameters:
  ///   - faults: Its faults; of two that contradict each other the later one takes precedence.
  ///   - client: The client it knows: by default `app`, without a secret.
  /// - Throws: When no port can be bound, or a key cannot be generated.
  public static func start(
    _ faults: Fault..., client: HostileClient = HostileClient()
  ) async throws -> HostileProvider {
    try await start(faults, client: client)
  }

  /// Starts a provider with a list of faults.
  ///
  /// - Parameters:
  ///   - faults: Its faults; of two that contradict each other the later one takes precedence.
  ///   - client: The client it knows: by default `app`, without a secret.
  /// - Throws: As ``start(_:client:)``.
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

  /// Stops the provider and closes its connections.
  public func stop() async { await host.stop() }

  /// All requests, in order.
  public var requests: [ServedRequest] { log.all }

  /// The requests to an endpoint, in order.
  public func requests(_ place: Place) -> [ServedRequest] {
    log.all.filter { $0.path == place.rawValue }
  }

  /// The number of requests to an endpoint.
  public func count(_ place: Place) -> Int { requests(place).count }

  /// The requests to the name `localhost`, another origin: those of a client that followed a redirect.
  public var requestsElsewhere: [ServedRequest] {
    log.all.filter { $0.head.authority?.hasPrefix("localhost") == true }
  }

  /// The live environment with the correct time, for the client under test.
  public var environment: CoatcheckOAuth.RuntimeEnvironment {
    var environment = CoatcheckOAuth.RuntimeEnvironment.live
    environment.now = { [clock, clockAhead] in clock.now - clockAhead }
    return environment
  }
}
