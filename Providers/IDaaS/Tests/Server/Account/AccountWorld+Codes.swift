// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

/// Codes as a client gets them: a captcha, a message, and the outbox in place of the phone.
extension AccountWorld {
  /// Requests a code.
  func send(
    _ type: String, to phone: String = AccountWorld.phone, idToken: String? = nil,
    device: String = "phone-1", client: String = "app"
  ) async throws -> CallReply {
    let challenge = try await call(.get, "/api/v2/sdk/captcha", device: device, client: client)
    let token = challenge.text("token")
    let x = try #require(try await server.slide(for: Secret(token)))
    let proof = try await call(
      .post, "/api/v2/sdk/captcha/verify",
      body: [
        "token": .string(token), "point_json": .string(#"{"x":\#(x),"y":5}"#),
        "sender": .string(phone),
      ], device: device, client: client)
    #expect(proof.status == 200)
    return try await call(
      .post, "/api/v2/sdk/sms/send",
      fields: idToken.map { ["Authorization": "Bearer " + $0] } ?? [:],
      body: [
        "mobile": .string(phone), "type": .string(type),
        "captcha_token": .string(proof.text("captcha_token")),
      ], device: device, client: client)
  }

  /// The code that was sent last.
  func lastCode(to phone: String = AccountWorld.phone) throws -> String {
    try #require(server.outbox.last(to: .phone(phone))).code
  }

  /// Requests a code and reads it from the outbox.
  func code(
    _ type: String, to phone: String = AccountWorld.phone, idToken: String? = nil,
    device: String = "phone-1", client: String = "app"
  ) async throws -> String {
    let sent = try await send(type, to: phone, idToken: idToken, device: device, client: client)
    #expect(sent.status == 200)
    return try lastCode(to: phone)
  }

  /// Another code of as many digits.
  static func wrong(_ code: String) -> String { (code.first == "0" ? "1" : "0") + code.dropFirst() }

  /// Makes a call with a wrong code until no attempt is left.
  static func exhaust(_ call: () async throws -> CallReply) async throws {
    for left in [4, 3, 2, 1, 0] {
      let answer = try await call()
      #expect(answer.code == "SMS.1005")
      #expect(answer["attempts_left"]?.intValue == left)
    }
  }

  /// Sets a password.
  func setPassword(
    _ password: String, code: String, phone: String = AccountWorld.phone,
    device: String = "phone-1", client: String = "app"
  ) async throws -> CallReply {
    try await call(
      .post, "/api/v2/sdk/pwd/update-by-mobile",
      body: [
        "mobile": .string(phone), "verify_code": .string(code), "password": .string(password),
      ], device: device, client: client)
  }

  /// Signs in by code.
  func signIn(
    by code: String, phone: String = AccountWorld.phone, device: String = "phone-1"
  ) async throws -> CallReply {
    try await call(
      .post, "/api/v2/sdk/login/mobile-verify-code",
      body: ["mobile": .string(phone), "verify_code": .string(code)], device: device)
  }

  /// Removes a link.
  func unbind(_ id: String, by idToken: String, code: String? = nil) async throws -> CallReply {
    var body: JSONObject = ["id": .string(id)]
    body["verify_code"] = code.map { .string($0) }
    return try await call(
      .post, "/api/v2/sdk/social/unbind-account",
      fields: ["Authorization": "Bearer " + idToken], body: body)
  }

  /// Deletes the account.
  func delete(
    by idToken: String, code: String, device: String = "phone-1"
  ) async throws -> CallReply {
    try await call(
      .delete, "/api/v2/sdk/account", fields: ["Authorization": "Bearer " + idToken],
      body: ["verify_code": .string(code)], device: device)
  }
}
