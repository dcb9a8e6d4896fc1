// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("The return codes of the interface")
struct ReturnCodeTests {
  /// The codes of the document, in its order, each with how many placeholders its message has.
  static let document: [(text: String, placeholders: Int)] = [
    ("COMMON.1001", 1), ("COMMON.1002", 1), ("COMMON.1003", 0), ("COMMON.1004", 0),
    ("COMMON.1005", 1), ("COMMON.1006", 1), ("COMMON.1007", 1), ("COMMON.1008", 0),
    ("COMMON.1009", 0), ("COMMON.1010", 0), ("COMMON.1011", 0), ("COMMON.1012", 0),
    ("COMMON.1013", 0), ("COMMON.1014", 0), ("LOGIN.1001", 1), ("LOGIN.1002", 0),
    ("LOGIN.1003", 2), ("LOGIN.1004", 0), ("LOGIN.1005", 1), ("LOGIN.1006", 0), ("LOGIN.1007", 0),
    ("LOGIN.1008", 0), ("SMS.1001", 1), ("SMS.1002", 1), ("SMS.1003", 1), ("SMS.1004", 0),
    ("SMS.1005", 0), ("SMS.1006", 0), ("SMS.1007", 0), ("SMS.1008", 0), ("SOCIAL.1001", 0),
    ("SOCIAL.1002", 0), ("PWD.1001", 0), ("PWD.1002", 0), ("PWD.1003", 0), ("PWD.1004", 0),
    ("PWD.1005", 0), ("PWD.1006", 0), ("PWD.1007", 0), ("PWD.1008", 0), ("MFA.1001", 0),
    ("MFA.1002", 0), ("MFA.1003", 0),
  ]

  @Test("there are the 43 codes of the document, in its spelling")
  func thereAreAllOfTheDocument() {
    #expect(Self.document.count == 43)
    #expect(ReturnCode.allCases.map(\.text) == Self.document.map { "IDAAS.SDK." + $0.text })
  }

  @Test("each message has the document's number of placeholders, in every language")
  func placeholdersAreTheDocuments() {
    for (code, row) in zip(ReturnCode.allCases, Self.document) {
      #expect(code.argumentCount == row.placeholders)
      for language in InterfaceLanguage.allCases {
        let arguments = (0..<row.placeholders).map { "«\($0)»" }
        let message = code.message(in: language, arguments)
        for argument in arguments { #expect(message.contains(argument)) }
        #expect(!message.contains("{") && !message.contains("…"))
      }
    }
  }

  @Test("the status is 400, and 500 when the server is busy")
  func statusesAreTheDocuments() {
    for code in ReturnCode.allCases {
      #expect(code.status == (code.text == "IDAAS.SDK.COMMON.1008" ? 500 : 400))
    }
  }

  @Test("each code has its own message in each language, and advice")
  func everyCodeHasMessages() {
    for language in InterfaceLanguage.allCases {
      let messages = Set(ReturnCode.allCases.map { $0.message(in: language) })
      #expect(messages.count == 43)
      #expect(messages.allSatisfy { $0.hasSuffix(language == .english ? "." : "。") })
    }
    let advice = ReturnCode.allCases.map(\.advice)
    // The two wrong codes have the same advice.
    #expect(Set(advice).count == 42)
    #expect(advice.allSatisfy { $0.count > 40 && $0.hasSuffix(".") })
  }

  @Test("arguments are inserted once, whatever is in them, and a missing one is shown")
  func argumentsArePutInOnce() {
    #expect(
      ReturnCode.parameterMissing.message(in: .english, ["{0}{1}"])
        == "The parameter {0}{1} is missing or empty.")
    #expect(
      ReturnCode.locked.message(in: .simplifiedChinese, ["9", "59"])
        == "错误次数过多，账号已锁定，请在 9 分 59 秒后重试。")
    #expect(ReturnCode.expired.message(in: .traditionalChinese, []) == "… 已過期。")
  }

  @Test(
    "all spellings of a code are the same code, in any case and with spaces around",
    arguments: ReturnCode.allCases)
  func spellingsAreTheSame(_ code: ReturnCode) {
    for text in [
      "IDAAS.SDK." + code.rawValue, "SDK." + code.rawValue, code.rawValue,
      " idaas.sdk." + code.rawValue.lowercased() + "\n", "IDAAS . SDK . " + code.rawValue,
    ] {
      #expect(ReturnCode(text: text) == code)
    }
  }

  @Test(
    "a newer server's code is mapped to the nearest one",
    arguments: [
      ("IDAAS.SDK.PARAM.0001", ReturnCode.deviceIncomplete),
      ("IDAAS.SDK.PARAM.0002", .parameterMissing), ("IDAAS.SDK.PARAM.0003", .clientUnknown),
      ("IDAAS.SDK.PARAM.0016", .expired), ("IDAAS.SDK.PARAM.0023", .expired),
      ("IDAAS.SDK.CAPTCHA.0002", .captchaWrong), ("SDK.CAPTCHA.0003", .captchaWrong),
      ("SDK.CAPTCHA.0004", .captchaWrong), ("IDAAS.SDK.CAPTCHA.0006", .sendingFailed),
      ("idaas.sdk.captcha.0007", .codeWrong),
    ])
  func newerCodesAreUnderstood(_ text: String, _ code: ReturnCode) {
    #expect(ReturnCode(text: text) == code)
  }

  @Test(
    "a text that is not a code is refused",
    arguments: [
      "", "1", "COMMON", "COMMON.9999", "IDAAS.SDK", "SDK.IDAAS.COMMON.1001", "IDAAS..COMMON.1001",
      "COMMON.1001.SDK", "XIDAAS.SDK.COMMON.1001", String(repeating: " ", count: 200),
      "ＣＯＭＭＯＮ.1001", "COMMON.１００１",
    ])
  func otherTextsAreNone(_ text: String) {
    #expect(ReturnCode(text: text) == nil)
  }

  @Test(
    "the language is the one that fits best",
    arguments: [
      ("zh", InterfaceLanguage.simplifiedChinese), ("zh-CN", .simplifiedChinese),
      ("ZH_cn", .simplifiedChinese), ("zh-Hans-TW", .simplifiedChinese),
      ("zh-TW", .traditionalChinese),
      ("zh-Hant", .traditionalChinese), ("zh-HK", .traditionalChinese), ("en-GB", .english),
      ("", .english), ("fr", .english), ("fr, zh-TW;q=0.8, en;q=0.5", .traditionalChinese),
      ("en;q=0.5, zh", .simplifiedChinese), ("zh;q=0, en;q=0.1", .english),
      ("zh;q=x, en", .english), (";;,,", .english),
    ])
  func languagesAreChosen(_ tags: String, _ language: InterfaceLanguage) {
    #expect(InterfaceLanguage(preferring: tags) == language)
  }
}
