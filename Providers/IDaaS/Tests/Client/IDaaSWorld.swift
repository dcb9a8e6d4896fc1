// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

/// A tenant on this machine, and a client of it whose clock is the tenant's.
struct IDaaSWorld {
  let server: IDaaSTestServer
  let store: MemoryTokenStore
  let idaas: IDaaS
  let transport: MeddlingTransport

  static func start(
    device: String = "device-1", language: String? = nil, confirmsLinking: Bool = false,
    weibo: WeiboService = WeiboService(),
    settings: @escaping @Sendable (inout IDaaSSettings) -> Void = { _ in },
    application: @escaping @Sendable (inout TenantApplication) -> Void = { _ in }
  ) async throws -> IDaaSWorld {
    let server = try await IDaaSTestServer.start(
      weibo: weibo, settings: settings, application: application)
    let store = MemoryTokenStore()
    let transport = MeddlingTransport(Transports.system)
    return IDaaSWorld(
      server: server, store: store,
      idaas: try client(
        of: server, store: store, transport: transport, device: device, language: language,
        confirmsLinking: confirmsLinking),
      transport: transport)
  }

  /// A tenant that creates an account for an unknown user without a proof.
  static func welcoming() async throws -> IDaaSWorld {
    try await start(application: { $0.unassociated = .create })
  }

  /// A tenant with a session of a user.
  static func signedIn() async throws -> (world: IDaaSWorld, session: Session) {
    let world = try await welcoming()
    return (world, try await world.session())
  }

  /// A tenant with a pending sign-in of a user.
  static func registering() async throws -> (world: IDaaSWorld, pending: PendingSignIn) {
    let world = try await start()
    return (world, try #require(try await world.signIn().pending))
  }

  /// A client of the tenant.
  static func client(
    of server: IDaaSTestServer, store: any TokenStore, transport: any HTTPTransport,
    device: String, language: String? = nil, confirmsLinking: Bool = false
  ) throws -> IDaaS {
    var configuration = try IDaaSConfiguration(domain: server.origin, clientID: "app")
    configuration.device = .fixed(device)
    configuration.language = language
    configuration.confirmsLinking = confirmsLinking
    return try IDaaS(
      configuration, store: store, transport: transport,
      environment: server.clock.environment)
  }

  /// The token and uid that Weibo's app returns to the calling app.
  func token(_ user: StandInUser = .alice) -> (token: Secret, uid: String) {
    let (token, uid) = server.weibo.token(for: user)
    return (Secret(token), uid)
  }

  /// Signs a user in with the token of Weibo's app.
  func signIn(_ user: StandInUser = .alice) async throws -> LoginOutcome {
    let (token, uid) = token(user)
    return try await idaas.signIn(weiboToken: token, uid: uid)
  }

  /// A session of a user.
  func session(_ user: StandInUser = .alice) async throws -> Session {
    try #require(try await signIn(user).session)
  }

  /// A stored session in another process, on another transport.
  func resumed(_ stored: StoredSession, on transport: any HTTPTransport) -> Session {
    Session(
      stored, store: store, transport: transport, environment: server.clock.environment)
  }

  /// The newest code for a phone number.
  func code(_ e164: String) throws -> Secret {
    Secret(try #require(server.outbox.last(to: .phone(e164))).code)
  }

  /// Requests a code and reads it from the outbox.
  func prove(_ pending: PendingSignIn, _ mobile: String, _ e164: String) async throws -> Secret {
    let proof = try await pending.captcha(for: .mobile(mobile), kind: .proofOfWork).work()
    try await pending.sendCode(to: .mobile(mobile), proof: proof)
    return try code(e164)
  }

  static let refreshPath = "/api/v2/sdk/sso/session-token/id-token"
}

/// A network that drops responses, or is down.
final class MeddlingTransport: HTTPTransport {
  private struct Plan {
    var lost: [String: Int] = [:]
    var isDown = false
    var sent: [String] = []
  }

  private let base: any HTTPTransport
  private let plan = Mutex(Plan())

  init(_ base: any HTTPTransport) { self.base = base }

  /// Drops the next responses for a path, after the server has acted on the requests.
  func loseAnswers(to path: String, times: Int = 1) {
    plan.withLock { $0.lost[path] = times }
  }

  var isDown: Bool {
    get { plan.withLock { $0.isDown } }
    set { plan.withLock { $0.isDown = newValue } }
  }

  /// How many requests for a path were sent.
  func count(_ path: String) -> Int {
    plan.withLock { plan in plan.sent.count { $0 == path } }
  }

  func send(
    _ request: HTTPRequest, body: Data, limit: ResponseLimit
  ) async throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    let path = String((request.path ?? "").prefix { $0 != "?" })
    let isDown = plan.withLock { plan in
      plan.sent.append(path)
      return plan.isDown
    }
    guard !isDown else { throw .unreachable(.connectionFailed, "The network is down.") }
    let answer = try await base.send(request, body: body, limit: limit)
    let isLost = plan.withLock { plan in
      guard let left = plan.lost[path], left > 0 else { return false }
      plan.lost[path] = left - 1
      return true
    }
    guard !isLost else { throw .unreachable(.connectionFailed, "The response was lost.") }
    return answer
  }
}
