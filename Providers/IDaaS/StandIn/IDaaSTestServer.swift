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

/// The real IDaaS server inside a test: on a free loopback port, with a Weibo beside it, an outbox instead
/// of a gateway, and a clock that stands still.
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
  /// Its clock, and Weibo's.
  public let clock: TestClock
  /// What it was asked.
  public let requests: RequestLog
  /// What it remembers and whom it knows.
  public let store: any IDaaSStore
  /// What it would have sent.
  public let outbox: Outbox
  /// Weibo.
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
  ///   - store: What it remembers from before; empty unless given.
  ///   - clock: Its clock.
  ///   - port: The port to bind; 0 for any free one.
  ///   - weibo: Weibo, and whom it knows.
  ///   - addresses: How the addresses of callers are found; those of the connections unless given.
  ///   - transport: Reaches Weibo; the platform's unless given.
  ///   - messages: Sends codes; the outbox unless given.
  ///   - logger: Receives audit events; nil to drop them.
  ///   - settings: Changes the figures.
  ///   - application: Changes the application `app`.
  ///   - tenant: Replaces the whole tenant, made of the usual application.
  /// - Throws: When a port cannot be bound.
  public static func start(
    store: any IDaaSStore = MemoryStore(), clock: TestClock = TestClock(), port: Int = 0,
    weibo: WeiboService = WeiboService(), addresses: ClientAddresses = .ofConnections,
    transport: (any HTTPTransport)? = nil,
    messages: (any MessageSender)? = nil,
    logger: Logger = Logger(label: "idaas-test-server") { _ in SwiftLogNoOpLogHandler() },
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
    let passwords = PasswordHasher(cost: .testing) { live.random($0) }
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

  /// Stops the server and Weibo; the store and the clock keep what they hold.
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
