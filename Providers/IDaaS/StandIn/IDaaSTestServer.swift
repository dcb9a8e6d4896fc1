// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
public import CoatcheckTesting
public import CoatcheckWeiboTesting
import Coatcheck
import CoatcheckAccounts
public import CoatcheckClient
import CoatcheckIDaaSProtocol
public import CoatcheckIDaaSServer
import CoatcheckIssuer
public import CoatcheckServer
public import CoatcheckStorage
import Foundation
public import Logging

/// The IDaaS server for tests: it runs on a free loopback port, with a stand-in of Weibo, an outbox
/// instead of a gateway, and a clock that advances only when the test says so.
///
/// ```swift
/// let server = try await IDaaSTestServer.start()
/// let code = server.outbox.last(to: .phone("+8613800000000"))?.code
/// server.clock.advance(by: .seconds(600))   // every login that waits has expired
/// ```
public final class IDaaSTestServer: Sendable {
  /// The tenant's origin: `http://127.0.0.1:PORT`.
  public let origin: String
  /// The port it listens on.
  public let port: Int
  /// The clock of the server and of Weibo.
  public let clock: TestClock
  /// The requests that it received.
  public let requests: RequestLog
  /// The storage of the server.
  public let store: any IDaaSStore
  /// The messages that it would have sent, unless another sender was given.
  public let outbox: Outbox
  /// The stand-in of Weibo.
  public let weibo: StandIn<WeiboService>

  private let host: LoopbackHost

  private init(
    host: LoopbackHost, clock: TestClock, requests: RequestLog, store: any IDaaSStore,
    outbox: Outbox, weibo: StandIn<WeiboService>
  ) {
    port = host.port
    origin = "http://127.0.0.1:\(host.port)"
    self.host = host
    self.clock = clock
    self.requests = requests
    self.store = store
    self.outbox = outbox
    self.weibo = weibo
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - store: The storage; empty unless given.
  ///   - clock: The clock of the server and of Weibo.
  ///   - port: The port to bind; 0 for any free one.
  ///   - weibo: The stand-in of Weibo with its users.
  ///   - addresses: How the IP addresses of clients are found; by default those of the connections.
  ///   - transport: The transport of requests to Weibo; nil for the platform's.
  ///   - messages: The sender of codes; nil for the outbox.
  ///   - logger: The logger of audit events; nil to drop them.
  ///   - passwords: Hashes passwords; nil hashes them at the lowest cost.
  ///   - settings: Changes the settings of the server.
  ///   - application: Changes the configuration of the application `app`.
  ///   - tenant: Replaces the tenant, which otherwise has only the application `app`.
  /// - Throws: When a port cannot be bound.
  public static func start(
    store: any IDaaSStore = MemoryStore(), clock: TestClock = TestClock(), port: Int = 0,
    weibo: WeiboService = WeiboService(), addresses: ClientAddresses = .ofConnections,
    transport: (any HTTPTransport)? = nil,
    messages: (any MessageSender)? = nil,
    logger: Logger = Logger(label: "idaas-test-server") { _ in SwiftLogNoOpLogHandler() },
    passwords: PasswordHasher? = nil,
    settings: @escaping @Sendable (inout IDaaSSettings) -> Void = { _ in },
    application: @escaping @Sendable (inout TenantApplication) -> Void = { _ in },
    tenant: (@Sendable (TenantApplication) -> any Tenant)? = nil
  ) async throws -> IDaaSTestServer {
    let upstream = try await StandIn.start(weibo, clock: clock)
    let outbox = Outbox()
    let requests = RequestLog()
    let live = CoatcheckOAuth.RuntimeEnvironment.live
    let environment = CoatcheckOAuth.RuntimeEnvironment(
      now: { clock.now }, random: live.random, sleep: live.sleep)
    let passwords = passwords ?? PasswordHasher(cost: .testing) { live.random($0) }
    let sealer = Sealer(master: try TestKeys.master(), environment: environment)
    _ = try await store.replaceKeySet(
      expecting: nil, with: SigningKeys.record(for: TestKeys.signing(), sealer: sealer))
    let keys = SigningKeys(store: store, sealer: sealer)
    try await keys.start()
    let host = try await LoopbackHost.start(
      on: port, limits: HTTPLimits(), clock: clock, addresses: addresses, logger: logger
    ) { port in
      let origin = "http://127.0.0.1:\(port)"
      var figures = IDaaSSettings(origin: origin)
      figures.isDevelopment = true
      // A busy machine may keep Weibo's stand-in waiting, and a test does not depend on that by default.
      figures.upstreamDeadline = .seconds(60)
      settings(&figures)
      var app = Self.application(at: origin, weibo: upstream)
      application(&app)
      let server = IDaaSServer(
        settings: figures,
        tenant: tenant?(app) ?? FixedTenant(applications: [app], areaCodes: .usual),
        store: store, passwords: passwords, keys: keys, sealer: sealer,
        transport: transport ?? Transports.system, messages: messages ?? outbox,
        environment: environment, logger: logger)
      return { request in
        let response = await server.respond(to: request)
        requests.record(request, response)
        return response
      }
    }
    return IDaaSTestServer(
      host: host, clock: clock, requests: requests, store: store, outbox: outbox, weibo: upstream)
  }

  /// Stops the server and Weibo. The store and the clock keep their state.
  public func stop() async {
    await host.stop()
    await weibo.stop()
  }

  private static func application(
    at origin: String, weibo: StandIn<WeiboService>
  ) -> TenantApplication {
    var application = TenantApplication(
      id: "app", name: "Demo",
      redirectURIs: ["http://127.0.0.1/callback", "https://app.example/callback"],
      weibo: WeiboSource(
        appKey: weibo.service.appKey, appSecret: Secret(weibo.service.appSecret), base: weibo.url))
    application.words = .anyCaller(because: "every caller is the test itself")
    return application
  }
}
