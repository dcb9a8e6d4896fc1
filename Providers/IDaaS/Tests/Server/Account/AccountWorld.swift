// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

/// A server that is called over HTTP, and its users.
struct AccountWorld {
  let server: IDaaSTestServer
  let tenant: ChangingTenant

  static let password = "Kite-over-7-hills"
  static let phone = "+8613800000000"

  /// Starts a server with the applications `app` and `other`.
  static func start(
    settings: @escaping @Sendable (inout IDaaSSettings) -> Void = { _ in },
    policy: PasswordPolicy? = PasswordPolicy(), store: any IDaaSStore = MemoryStore(),
    passwords: PasswordHasher? = nil,
    application: @escaping @Sendable (inout TenantApplication) -> Void = { _ in }
  ) async throws -> AccountWorld {
    let made = Mutex<ChangingTenant?>(nil)
    let server = try await IDaaSTestServer.start(
      store: store, passwords: passwords, settings: settings, application: application
    ) { app in
      var other = app
      other.id = "other"
      let tenant = ChangingTenant([app, other], policy)
      made.withLock { $0 = tenant }
      return tenant
    }
    return AccountWorld(server: server, tenant: try #require(made.withLock { $0 }))
  }

  /// Starts a server with the usual user.
  static func withUser(
    settings: @escaping @Sendable (inout IDaaSSettings) -> Void = { _ in },
    application: @escaping @Sendable (inout TenantApplication) -> Void = { _ in }
  ) async throws -> AccountWorld {
    let world = try await start(settings: settings, application: application)
    try await world.add()
    return world
  }

  /// Changes the applications while the server runs.
  func change(_ change: (inout TenantApplication) -> Void) {
    tenant.applications.withLock { applications in
      for index in applications.indices { change(&applications[index]) }
    }
  }

  var store: any IDaaSStore { server.store }
  var now: Date { server.clock.now }

  /// Adds a user with a password, a verified phone number and a verified e-mail address.
  @discardableResult
  func add(
    _ name: String = "zhangwei", password: String? = AccountWorld.password,
    phone: String? = AccountWorld.phone, email: String? = nil, claims: JSONObject = [:],
    standing: User.Standing = .active
  ) async throws -> User {
    let live = RuntimeEnvironment.live
    let hasher = PasswordHasher(cost: .testing) { live.random($0) }
    var user = User(id: "u-" + name, name: try UserName(name), claims: claims, standing: standing)
    if let password { user.passwordHash = try await hasher.hash(Password(password)) }
    #expect(try await store.save(user) == .added)
    for contact in [phone.map(Contact.phone), email.map(Contact.email)].compactMap(\.self) {
      #expect(try await store.prove(contact, of: user.id, at: now))
    }
    return user
  }

  /// Links a Weibo account to a user with a phone number.
  func link(_ uid: String, to user: User) async throws -> SocialLink {
    let identity = SocialIdentity(provider: "weibo", app: "20454", subject: uid)
    let state = TokenDigest(of: Secret("state-" + uid))
    let contact = try #require(await store.contacts(of: user.id).first)
    let digest = [UInt8](repeating: 1, count: 32)
    let key = CodeKey(purpose: "BIND_MOBILE_SMS", contact: contact, scope: state.hex)
    let later = now.addingTimeInterval(60)
    try await store.keep(
      PendingBinding(
        digest: state, clientID: "app", device: "phone-1", identity: identity, purpose: .bind,
        nickname: "n" + uid, createdAt: now, expiresAt: later))
    try await store.keep(
      OneTimeCode(key: key, digest: digest, device: "phone-1", sentAt: now, expiresAt: later))
    let outcome = try await store.bind(
      BindingAttempt(
        pending: state, clientID: "app", device: "phone-1", contact: contact,
        code: TypedCode(key: key, digest: digest, device: "phone-1"), purpose: .bind, newcomer: nil,
        linkID: "link-" + uid, at: now))
    #expect(outcome != .stateGone)
    return try #require(await store.link(identity))
  }

  /// Makes a call.
  func call(
    _ method: HTTPRequest.Method, _ path: String, fields: [String: String] = [:],
    body: JSONObject? = nil, device: String = "phone-1", client: String = "app"
  ) async throws -> CallReply {
    CallReply(try await server.call(method, path, body, fields, device: device, client: client))
  }

  /// Sends a request with no other fields than those given.
  func send(
    _ method: HTTPRequest.Method, _ path: String, fields: [String: String] = [:]
  ) async throws -> CallReply {
    CallReply(try await server.send(method, path, Data(), fields))
  }

  /// Signs in by password.
  func signIn(
    _ name: String = "zhangwei", password: String = AccountWorld.password,
    device: String = "phone-1", client: String = "app"
  ) async throws -> CallReply {
    try await call(
      .post, "/api/v2/sdk/login",
      body: ["user_name": .string(name), "password": .string(password)], device: device,
      client: client)
  }

  /// Refreshes.
  func refresh(
    _ token: String, device: String = "phone-1", client: String = "app", audience: String? = nil
  ) async throws -> CallReply {
    try await call(
      .post, "/api/v2/sdk/sso/session-token/id-token", fields: ["session-token": token],
      body: audience.map { ["audience": .string($0)] } ?? [:], device: device, client: client)
  }

  /// Requests the userinfo.
  func userInfo(_ idToken: String) async throws -> CallReply {
    try await send(.get, "/api/v1/oauth2/userinfo", fields: ["Authorization": "Bearer " + idToken])
  }

  /// The claims of an ID token, verified with the published keys.
  func claims(of idToken: String) async throws -> VerifiedJWT {
    let keys = try await send(.get, "/api/v1/oauth2/keys")
    let set = try JWKSet(parsing: keys.json.serialized())
    return try UnverifiedJWT(idToken).verified(
      by: VerificationKeySet(set), accepting: [.rs256, .es256])
  }
}

/// The response of a call.
struct CallReply {
  let head: HTTPResponse
  let json: JSONValue

  init(_ response: IDaaSTestServer.Response) {
    head = response.head
    json = (try? JSONValue(parsing: [UInt8](response.body))) ?? .null
  }

  subscript(name: String) -> JSONValue? { json.objectValue?[name] }
  func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

  var status: Int { head.status.code }
  /// The return code without `IDAAS.SDK.`; empty for a success.
  var code: String {
    text("error_code").replacingOccurrences(of: "IDAAS.SDK.", with: "")
  }
  var detail: String { text("error_detail") }
  /// The code and the detail of a refusal.
  var refusal: String { "\(code) \(detail)" }
  var sessionToken: String { text("session_token") }
  var idToken: String { text("id_token") }
  var stateToken: String { text("state_token") }
}

/// A tenant that changes while its server runs.
final class ChangingTenant: Tenant {
  let applications: Mutex<[TenantApplication]>
  /// Nil when it cannot be read.
  private let policy: PasswordPolicy?

  init(_ applications: [TenantApplication], _ policy: PasswordPolicy?) {
    self.applications = Mutex(applications)
    self.policy = policy
  }

  func application(_ clientID: String) async throws(Refusal) -> TenantApplication? {
    applications.withLock { $0.first { $0.id == clientID } }
  }
  func areaCodes() async throws(Refusal) -> AreaCodes { .usual }
  func passwordPolicy() async throws(Refusal) -> PasswordPolicy {
    guard let policy else { throw Refusal(.passwordPolicyUnreadable) }
    return policy
  }
  func slides() async throws(Refusal) -> [[UInt8]] { [] }
}
