// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CoatcheckWeiboTesting
import TestKit

/// The real server, and the calls of an app.
struct LoginWorld: Sendable {
  let server: IDaaSTestServer
  let log: CapturedLog
  /// Where the files of the store or the tenant are.
  var folder: Folder?

  /// Starts a server in the state of most tests: no user is bound, and all users may register.
  static func start(
    store: StoreChoice = .memory, weibo: WeiboService = WeiboService(),
    messages: (any MessageSender)? = nil,
    settings: @escaping @Sendable (inout IDaaSSettings) -> Void = { _ in },
    application: @escaping @Sendable (inout TenantApplication) -> Void = { _ in },
    tenant: (@Sendable (TenantApplication) -> any Tenant)? = nil
  ) async throws -> LoginWorld {
    let (store, folder) = try await store.open()
    let log = CapturedLog()
    let server = try await IDaaSTestServer.start(
      store: store, weibo: weibo, messages: messages, logger: log.logger,
      settings: { figures in
        figures.workCost = 1
        settings(&figures)
      }, application: application, tenant: tenant)
    return LoginWorld(server: server, log: log, folder: folder)
  }

  /// A response and its parts.
  struct Answer: Sendable {
    let status: Int
    let fields: HTTPFields
    let body: Data

    init(_ response: IDaaSTestServer.Response) {
      status = response.head.status.code
      fields = response.head.headerFields
      body = response.body
    }

    var json: JSONObject { (try? JSONObject(parsing: [UInt8](body))) ?? [:] }
    /// The return code; nil for a success.
    var code: ReturnCode? {
      json["error_code"]?.stringValue.flatMap { text in
        ReturnCode(rawValue: String(text.dropFirst("IDAAS.SDK.".count)))
      }
    }
    var detail: String? { json["error_detail"]?.stringValue }
    var word: String? { json["status"]?.stringValue }
    var state: String? { json["state_token"]?.stringValue }
    var text: String { String(decoding: body, as: UTF8.self) }

    func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
  }

  /// A call with the fields of an app.
  func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONObject? = nil,
    _ fields: [String: String] = [:], device: String = "phone-1"
  ) async throws -> Answer {
    Answer(try await server.call(method, path, body, fields, device: device))
  }

  // MARK: The calls

  /// E5 with a token from Weibo's own app.
  func login(
    _ user: StandInUser = .alice, device: String = "phone-1", _ fields: [String: String] = [:]
  ) async throws -> Answer {
    let (token, uid) = server.weibo.token(for: user)
    return try await call(
      .post, "/api/v2/sdk/login/weibo", ["access_token": .string(token), "uid": .string(uid)],
      fields, device: device)
  }

  /// The state token of a pending login.
  func state(_ user: StandInUser = .alice, device: String = "phone-1") async throws -> String {
    try #require(try await login(user, device: device).state)
  }

  /// A proof that a captcha was solved, by work.
  func captcha(
    for sender: String, type: String, device: String = "phone-1", state: String? = nil
  ) async throws -> String {
    let fields = state.map { ["X-state-token": $0] } ?? [:]
    let challenge = try await call(
      .get, "/api/v2/sdk/captcha?type=pow&purpose=\(type)", nil, fields, device: device)
    guard case .proofOfWork(let work) = try CaptchaCall.reply(.object(challenge.json)) else {
      throw LoginWorldError.noWork
    }
    let answer = try await call(
      .post, "/api/v2/sdk/captcha/verify",
      [
        "token": .string(work.token.reveal()), "solution": .string(try #require(work.solution())),
        "sender": .string(sender), "purpose": .string(type),
      ], fields, device: device)
    return try #require(answer.json["captcha_token"]?.stringValue, "\(answer.text)")
  }

  /// Sends a code by E9 or E10, with the proof of a captcha.
  func send(
    _ type: MessageType, to place: String = "+86-13800000000", state: String? = nil,
    device: String = "phone-1", _ fields: [String: String] = [:]
  ) async throws -> Answer {
    let proof = try await captcha(for: place, type: type.rawValue, device: device, state: state)
    return try await send(type.rawValue, to: place, proof, state: state, device: device, fields)
  }

  func send(
    _ type: String, to place: String, _ proof: String, state: String? = nil,
    device: String = "phone-1", _ fields: [String: String] = [:]
  ) async throws -> Answer {
    let isEmail = place.contains("@")
    var all = fields
    if let state { all["X-state-token"] = state }
    return try await call(
      .post, isEmail ? "/api/v2/sdk/email/send" : "/api/v2/sdk/sms/send",
      [
        isEmail ? "email" : "mobile": .string(place), "type": .string(type),
        "captcha_token": .string(proof),
      ], all, device: device)
  }

  /// A pending login of the usual user, and the code that was sent for it.
  func codeSent() async throws -> (state: String, code: String) {
    let state = try await state()
    _ = try await send(.registerMobile, state: state)
    return (state, try digits())
  }

  /// Another code of six digits.
  static func wrong(_ code: String) -> String { code == "000000" ? "000001" : "000000" }

  /// The digits that were sent last.
  func digits(_ contact: Contact = .phone("+8613800000000")) throws -> String {
    try #require(server.outbox.last(to: contact)?.code)
  }

  enum Binding: String {
    case bind = "/api/v2/sdk/social/bind"
    case register = "/api/v2/sdk/social/register-bind"
  }

  /// E11 and E12.
  func bind(
    _ call: Binding, _ place: String, _ code: String, state: String, device: String = "phone-1",
    _ fields: [String: String] = [:], confirm: Bool = false
  ) async throws -> Answer {
    var body: JSONObject = [
      place.contains("@") ? "email" : "mobile": .string(place), "verify_code": .string(code),
    ]
    if confirm { body["confirm"] = true }
    return try await self.call(
      .post, call.rawValue, body, ["X-state-token": state].merging(fields) { $1 },
      device: device)
  }

  /// Binds with the usual number.
  func bind(
    _ call: Binding, _ code: String, state: String, device: String = "phone-1",
    _ fields: [String: String] = [:], confirm: Bool = false
  ) async throws -> Answer {
    try await bind(
      call, "+86-13800000000", code, state: state, device: device, fields, confirm: confirm)
  }

  /// Registers with the usual number.
  func bind(
    _ code: String, state: String, device: String = "phone-1", _ fields: [String: String] = [:]
  ) async throws -> Answer {
    try await bind(.register, "+86-13800000000", code, state: state, device: device, fields)
  }

  /// Signs a user in at Weibo and registers them with a number.
  @discardableResult
  func register(
    _ user: StandInUser = .alice, _ place: String = "+86-13800000000",
    device: String = "phone-1"
  ) async throws -> Answer {
    let state = try await state(user, device: device)
    let type: MessageType = place.contains("@") ? .registerEmail : .registerMobile
    let sent = try await send(type, to: place, state: state, device: device)
    #expect(sent.status == 200, "\(sent.text)")
    let contact: Contact = place.contains("@") ? .email(place) : .phone(place.filter { $0 != "-" })
    return try await bind(.register, place, try digits(contact), state: state, device: device)
  }

  /// Adds a user of the tenant, with contacts that were verified now.
  @discardableResult
  func add(
    _ id: String, _ contacts: [Contact], standing: User.Standing = .active
  ) async throws -> User {
    let user = User(id: id, name: try UserName(id), standing: standing)
    _ = try await server.store.save(user)
    for contact in contacts {
      #expect(try await server.store.prove(contact, of: id, at: server.clock.now))
    }
    return user
  }
}

enum LoginWorldError: Error { case noWork }
