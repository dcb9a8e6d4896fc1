// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

/// The document's table of return codes: each is produced once, over HTTP, by the real server.
@Suite("Return codes", .timeLimit(.minutes(10)))
struct ReturnCodeTests {
  @Test("the server returns each of the 43 codes", arguments: ReturnCode.allCases)
  func answered(_ code: ReturnCode) async throws {
    let answer = try await Self.answer(with: code)
    #expect(answer.code == code, "\(answer.text)")
    #expect(answer.status == (code == .busy ? 500 : 400))
    #expect(answer.json["error_code"]?.stringValue == "IDAAS.SDK." + code.rawValue)
    #expect(answer.json["error_msg"]?.stringValue?.isEmpty == false)
    #expect(answer.json["request_id"]?.stringValue == answer.field("X-Request-Id"))
  }

  /// Makes the server return a code. The switch has no default, so that a new code has to be added here.
  static func answer(with code: ReturnCode) async throws -> LoginWorld.Answer {
    switch code {
    case .parameterMissing: try await one { try await $0.login(.alice, ["X-client-id": ""]) }
    case .parameterFormat: try await one { try await $0.send("REGISTER_SMS", to: "12", "cc_cp_") }
    case .deviceIncomplete: try await one { try await $0.login(.alice, ["X-agent": ""]) }
    case .signatureUnreadable: try await signed(true)
    case .privateKeyMissing: try await signed(false)
    case .expired:
      try await one { world in
        let state = try await world.state()
        world.server.clock.advance(by: .seconds(600))
        return try await world.bind("123456", state: state)
      }
    case .parameterValue:
      try await one { world in
        try await world.bind("123456", state: try await world.state(), device: "phone-2")
      }
    case .parameterType:
      try await one {
        try await $0.call(
          .post, "/api/v2/sdk/login/weibo", ["access_token": 1, "uid": "1404376560"])
      }
    case .busy:
      try await one { world in
        world.server.weibo.answer(
          "/oauth2/get_token_info",
          with: ServedResponse(head: HTTPResponse(status: .serviceUnavailable)),
          times: 8)
        return try await world.login()
      }
    case .sourceUnknown: try await one({ $0.weibo = nil }) { try await $0.login() }
    case .tenantUnreadable: try await broken("tenant.json") { try await $0.login() }
    case .areaCodesUnreadable:
      try await broken("area-codes.json") { try await $0.call(.get, "/api/v2/sdk/country-codes") }
    case .clientUnknown: try await one { try await $0.login(.alice, ["X-client-id": "unknown"]) }
    case .userUnknown:
      try await one({ $0.unassociated = .bind }) { world in
        let state = try await world.state()
        _ = try await world.send(.bindMobile, state: state)
        return try await world.bind(.bind, try world.digits(), state: state)
      }
    case .interfaceFailed:
      try await one {
        try await $0.call(
          .post, "/api/v2/sdk/login/weibo", ["access_token": "2.00unknown", "uid": "1404376560"])
      }
    case .notBound: try await one({ $0.unassociated = .fail }) { try await $0.login() }
    case .locked: try await wrongCode(times: 2)
    case .passwordPolicyUnreadable:
      try await broken("password-policy.json") { try await password("zhangsan12", at: $0) }
    case .wrongPassword: try await one { try await password("zhangsan12", at: $0) }
    case .weChatMissing: try await one { try await source("/api/v2/sdk/login/wechat", at: $0) }
    case .alipayMissing: try await one { try await source("/api/v3/sdk/login/alipay", at: $0) }
    case .oneClickMissing: try await one { try await source("/api/v2/sdk/login/one-click", at: $0) }
    case .slideMissing:
      try await broken("slides") { try await $0.call(.get, "/api/v2/sdk/captcha") }
    case .slideUnreadable: try await slide("here")
    case .slideWrong: try await slide(nil)
    case .captchaWrong:
      try await one { world in
        try await world.send(
          "REGISTER_SMS", to: "13800000000", "abc---237.0,5.0", state: try await world.state())
      }
    case .codeWrong: try await wrongCode(times: 1)
    case .emailCodeWrong: try await wrongCode(to: "anna@example.com", times: 1)
    case .messageTypeUnknown:
      try await one { try await $0.send("NO_SUCH_SMS", to: "13800000000", "cc_cp_") }
    case .sendingFailed:
      try await one(messages: Refusing(.noBalance)) { world in
        try await world.send(.registerMobile, state: try await world.state())
      }
    case .unbindingFailed:
      try await one { world in
        let token = try #require(try await world.register().json["id_token"]?.stringValue)
        return try await world.call(
          .post, "/api/v2/sdk/social/unbind-account", ["id": "another"],
          ["Authorization": "Bearer " + token])
      }
    case .alreadyBound:
      try await one { world in
        try await world.register(.alice)
        world.server.clock.advance(by: .seconds(60))
        return try await world.register(.bob)
      }
    case .passwordLength: try await newPassword("a1")
    case .passwordIsUserName: try await newPassword("zhangsan12")
    case .passwordTooSimple: try await newPassword("abcdefgh")
    case .passwordWeak: try await newPassword("Password1")
    case .passwordUsedBefore: try await newPassword("blue whale 7", times: 2)
    case .passwordReversesUserName: try await newPassword("21nasgnahz")
    case .passwordRepeats: try await newPassword("aaaa1234bb")
    case .passwordContainsUserData: try await newPassword("zhangsan12 moon")
    case .mobileMismatch:
      try await one({ $0.secondFactor = "SMS" }) { world in
        try await world.register()
        let state = try await world.state()
        return try await world.call(
          .post, "/api/v2/sdk/mfa/sms", ["mobile": "+86-13900000000"], ["X-state-token": state])
      }
    case .accessPolicyWrong: try await one({ $0.secondFactor = "by sms" }) { try await $0.login() }
    case .accessSourceWrong: try await one({ $0.secondFactor = "WECHAT" }) { try await $0.login() }
    }
  }
}
