// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

/// A server whose captchas are requested and answered over HTTP.
struct CaptchaWorld {
  let server: IDaaSTestServer

  static let phone = "+86-13800000000"

  /// Starts a server with the applications `app` and `other`.
  static func start(
    store: any IDaaSStore = MemoryStore(), slides: [[UInt8]] = [],
    logger: Logger = Logger(label: "captcha-world") { _ in SwiftLogNoOpLogHandler() },
    addresses: ClientAddresses = .ofConnections,
    settings: @escaping @Sendable (inout IDaaSSettings) -> Void = { $0.workCost = 200 }
  ) async throws -> CaptchaWorld {
    let server = try await IDaaSTestServer.start(
      store: store, addresses: addresses, logger: logger, settings: settings,
      tenant: { app in
        var other = app
        other.id = "other"
        return FixedTenant(applications: [app, other], areaCodes: .usual, slides: slides)
      })
    return CaptchaWorld(server: server)
  }

  func stop() async { await server.stop() }

  /// The caller of a request.
  struct Device {
    var client = "app"
    var device = "phone-1"
  }

  func get(_ query: String = "", by device: Device = Device()) async throws -> CaptchaReply {
    try await send(.get, "/api/v2/sdk/captcha" + query, nil, by: device)
  }

  func verify(
    _ body: JSONObject, by device: Device = Device(), state: String? = nil
  ) async throws -> CaptchaReply {
    try await send(
      .post, "/api/v2/sdk/captcha/verify", body, by: device,
      fields: state.map { ["X-state-token": $0] } ?? [:])
  }

  /// Answers a slider with a position.
  func slide(
    _ token: String, x: Double, sender: String = CaptchaWorld.phone, by device: Device = Device(),
    purpose: String? = nil, state: String? = nil
  ) async throws -> CaptchaReply {
    var body: JSONObject = [
      "token": .string(token), "point_json": .string(#"{"x":\#(x),"y":5.0}"#),
      "sender": .string(sender),
    ]
    if let purpose { body["purpose"] = .string(purpose) }
    return try await verify(body, by: device, state: state)
  }

  /// A new slider, and its right position.
  func challenge() async throws -> (token: String, x: Double) {
    let token = try await get()["token"]
    return (token, try await answer(token))
  }

  /// The right position of a slider's piece.
  func answer(_ token: String) async throws -> Double {
    Double(try #require(try await server.slide(for: Secret(token))))
  }

  /// Solves a slider, as a user who sees it does.
  func solve(
    sender: String = CaptchaWorld.phone, by device: Device = Device(), purpose: String? = nil,
    state: String? = nil
  ) async throws -> String {
    let token = try await get(by: device)["token"]
    let solved = try await slide(
      token, x: try await answer(token), sender: sender, by: device, purpose: purpose, state: state)
    #expect(solved.status == 200, "\(solved.code)")
    return solved["captcha_token"]
  }

  /// Uses a proof for a code to sign in with.
  func spend(
    _ proof: String, mobile: String = CaptchaWorld.phone, type: String = "LOGIN_SMS",
    by device: Device = Device(), state: String? = nil
  ) async throws -> CaptchaReply {
    try await send(
      .post, "/api/v2/sdk/sms/send",
      ["mobile": .string(mobile), "type": .string(type), "captcha_token": .string(proof)],
      by: device, fields: state.map { ["X-state-token": $0] } ?? [:])
  }

  /// A pending login.
  func pendingLogin(subject: String = "1404376560") async throws -> String {
    let token = OpaqueToken(.state, environment: .live)
    try await server.store.keep(
      PendingBinding(
        digest: token.digest, clientID: "app", device: "phone-1",
        identity: SocialIdentity(provider: "weibo", app: "20454", subject: subject), purpose: .bind,
        createdAt: server.clock.now, expiresAt: server.clock.now + 600))
    return token.secret.reveal()
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONObject?, by device: Device,
    fields: [String: String] = [:]
  ) async throws -> CaptchaReply {
    CaptchaReply(
      try await server.call(
        method, path, body, fields, device: device.device, client: device.client))
  }
}

/// The response.
struct CaptchaReply {
  let head: HTTPResponse
  let text: String
  let json: JSONObject

  init(_ response: IDaaSTestServer.Response) {
    head = response.head
    text = String(decoding: response.body, as: UTF8.self)
    json = (try? JSONObject(parsing: [UInt8](response.body))) ?? [:]
  }

  subscript(name: String) -> String { json[name]?.stringValue ?? "" }
  func number(_ name: String) -> Int? { json[name]?.intValue }
  func image(_ name: String) throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: self[name])))
  }

  var status: Int { head.status.code }
  /// The return code without `IDAAS.SDK.`, and the detail; `OK` for a success.
  var code: String {
    let code = self["error_code"].replacingOccurrences(of: "IDAAS.SDK.", with: "")
    if code.isEmpty { return status == 200 ? "OK" : "\(status)" }
    return self["error_detail"].isEmpty ? code : code + " " + self["error_detail"]
  }
}
