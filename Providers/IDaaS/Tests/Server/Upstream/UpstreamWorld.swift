// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckWeiboTesting
import TestKit

@testable import CoatcheckIDaaSServer

/// A stand-in for Weibo and a server that calls it, without a listener of its own.
struct UpstreamWorld {
  let weibo: StandIn<WeiboService>
  let server: IDaaSServer
  let store: MemoryStore
  let clock: TestClock
  let wire: CountingTransport
  let application: TenantApplication

  static func start(
    weibo service: WeiboService = WeiboService(), takes: Duration = .zero,
    failing: [String: OAuthError] = [:], base: String? = nil
  ) async throws -> UpstreamWorld {
    let clock = TestClock()
    let weibo = try await StandIn.start(service, clock: clock)
    let wire = CountingTransport(takes: takes, failing: failing)
    let store = MemoryStore()
    let live = RuntimeEnvironment.live
    let environment = RuntimeEnvironment(
      now: { clock.now }, random: live.random, sleep: live.sleep, uptime: { wire.uptime })
    let sealer = Sealer(master: try TestKeys.master(), environment: environment)
    let application = TenantApplication(
      id: "app", name: "Demo", redirectURIs: ["http://127.0.0.1/callback"],
      weibo: WeiboSource(
        appKey: service.appKey, appSecret: Secret(service.appSecret), base: base ?? weibo.url))
    let server = IDaaSServer(
      settings: IDaaSSettings(origin: "http://127.0.0.1:1"),
      tenant: FixedTenant(applications: [application], areaCodes: .usual), store: store,
      passwords: PasswordHasher(cost: .testing) { live.random($0) },
      keys: SigningKeys(store: store, sealer: sealer), sealer: sealer, transport: wire,
      messages: Outbox(), environment: environment,
      logger: Logger(label: "upstream") { _ in SwiftLogNoOpLogHandler() })
    return UpstreamWorld(
      weibo: weibo, server: server, store: store, clock: clock, wire: wire,
      application: application)
  }

  var context: CallContext {
    CallContext(
      caller: IDaaSCaller(clientID: "app", system: "iOS 18", device: "phone", agent: "tests"),
      application: application, source: SourceAddress("192.0.2.1"), requestID: "r",
      now: clock.now)
  }

  func user(_ token: String, uid: String) async throws -> UpstreamUser {
    try await server.upstreamUser(by: .token(Secret(token), uid: uid), context)
  }

  /// The error response to a token; nil when it is accepted.
  func refusal(of token: String, uid: String) async throws -> Refusal? {
    do {
      _ = try await user(token, uid: uid)
      return nil
    } catch let refusal as Refusal {
      return refusal
    }
  }
}

/// Sends each request, records it, and advances a clock with each response.
final class CountingTransport: HTTPTransport {
  struct Sent: Sendable {
    let method: String
    let authority: String
    let path: String
    let authorization: String?
    let deadline: Duration
  }

  private let state = Mutex<(uptime: Duration, sent: [Sent])>((.zero, []))
  private let takes: Duration
  private let failing: [String: OAuthError]

  init(takes: Duration, failing: [String: OAuthError]) {
    self.takes = takes
    self.failing = failing
  }

  var uptime: Duration { state.withLock { $0.uptime } }
  var sent: [Sent] { state.withLock { $0.sent } }
  var paths: [String] { sent.map { String($0.path.prefix { $0 != "?" }) } }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    state.withLock { state in
      state.sent.append(
        Sent(
          method: request.method.rawValue, authority: request.authority ?? "",
          path: request.path ?? "", authorization: request.headerFields[.authorization],
          deadline: limit.deadline))
      state.uptime += takes
    }
    let path = String((request.path ?? "").prefix { $0 != "?" })
    if let error = failing[path] { throw error }
    // A deadline of the test, longer than the server's: a busy machine may need more time.
    return try await Transports.system.send(
      request, body: body, limit: ResponseLimit(bytes: limit.bytes, deadline: .seconds(60)))
  }
}
