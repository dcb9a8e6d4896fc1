// SPDX-License-Identifier: Apache-2.0

import CoatcheckIDaaS
import CoatcheckIDaaSProtocol
import TestKit

@Suite("The 43 return codes")
struct ReturnCodeTests {
  private static func idaas(_ json: JSONObject, status: Int) throws -> IDaaS {
    var configuration = try IDaaSConfiguration(domain: "https://tenant.example", clientID: "app")
    configuration.device = .fixed("d")
    let transport = ScriptedTransport([
      .init(
        "POST https://tenant.example/api/v2/sdk/login/weibo", reply: .json(json, status: status))
    ])
    return try IDaaS(configuration, store: MemoryTokenStore(), transport: transport)
  }

  @Test("are 43") func count() { #expect(ReturnCode.allCases.count == 43) }

  @Test("are understood by the client in all three spellings", arguments: ReturnCode.allCases)
  func understood(_ code: ReturnCode) async throws {
    for prefix in ["IDAAS.SDK.", "SDK.", ""] {
      let status = code == .busy ? 500 : 400
      let idaas = try Self.idaas(
        [
          "error_code": .string(prefix + code.rawValue), "error_msg": "the server's text",
          "attempts_left": 3, "retry_after": 5,
        ], status: status)
      let error = await failure {
        try await idaas.signIn(weiboToken: Secret("2.00a"), uid: "1")
      }
      #expect(error?.returnCode == code)
      #expect(error?.providerCode == prefix + code.rawValue)
      #expect(error?.peerDescription == "the server's text")
      #expect(error?.status == status)
      #expect(error?.retryAfter == .seconds(5))
      #expect(error?.attemptsLeft == 3)
      #expect(error?.outcome == .refused || error?.outcome == .unreachable)
      #expect(error?.advice == code.advice && !code.advice.isEmpty)
      #expect(error?.remedy == code.remedy)
    }
  }

  /// The action for each of the 43 codes. The table has to contain every code.
  static let actions: [(action: ReturnCodeAction, codes: [String])] = [
    (
      .fixApp,
      ["COMMON.1001", "COMMON.1003", "COMMON.1004", "COMMON.1007", "COMMON.1012", "SMS.1007"]
    ),
    (
      .correctInput,
      ["COMMON.1002", "COMMON.1013", "LOGIN.1005", "SMS.1005", "SMS.1006", "MFA.1001"]
    ),
    (.startAgain, ["COMMON.1005", "COMMON.1006", "LOGIN.1001"]),
    (.retryLater, ["COMMON.1008", "SMS.1008"]),
    (
      .askOperator,
      [
        "COMMON.1009", "COMMON.1010", "COMMON.1011", "COMMON.1014", "LOGIN.1002", "LOGIN.1004",
        "LOGIN.1006", "LOGIN.1007", "LOGIN.1008", "SMS.1001", "MFA.1002", "MFA.1003",
      ]
    ),
    (.wait, ["LOGIN.1003"]),
    (.newCaptcha, ["SMS.1002", "SMS.1003", "SMS.1004"]),
    (.proveAgain, ["SOCIAL.1001"]),
    (.unlinkFirst, ["SOCIAL.1002"]),
    (.choosePassword, (1...8).map { "PWD.100\($0)" }),
  ]

  @Test("map to the right action", arguments: ReturnCode.allCases)
  func remedies(_ code: ReturnCode) {
    #expect(
      Self.actions.filter { $0.codes.contains(code.rawValue) }.map(\.action) == [code.remedy])
  }

  @Test("are in the table of actions, each once")
  func allActions() {
    let codes = Self.actions.flatMap(\.codes)
    #expect(codes.sorted() == ReturnCode.allCases.map(\.rawValue).sorted())
    #expect(Set(Self.actions.map(\.action)) == Set(ReturnCodeAction.allCases))
  }

  @Test("of newer generations, and unknown codes, are kept as they are")
  func newer() async throws {
    for (text, code) in [
      ("IDAAS.SDK.PARAM.0023", ReturnCode.expired), ("IDAAS.SDK.CAPTCHA.0007", .codeWrong),
      ("IDAAS.SDK.PARAM.0003", .clientUnknown), ("IDAAS.SDK.NEW.9999", nil),
    ] {
      let idaas = try Self.idaas(["error_code": .string(text), "error_msg": "x"], status: 400)
      let error = await failure {
        try await idaas.signIn(weiboToken: Secret("2.00a"), uid: "1")
      }
      #expect(error?.returnCode == code)
      #expect(error?.providerCode == text)
    }
  }

  @Test("are not read from a response that is not the service's own")
  func noAnswer() async throws {
    for status in [200, 404, 502] {
      let idaas = try Self.idaas(["hello": "world"], status: status)
      let error = await failure {
        try await idaas.signIn(weiboToken: Secret("2.00a"), uid: "1")
      }
      #expect(error?.returnCode == nil)
      #expect(error != nil)
    }
  }
}
