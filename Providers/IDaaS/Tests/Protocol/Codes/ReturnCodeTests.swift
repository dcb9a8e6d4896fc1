// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import TestSupport

@Suite("The return codes of the interface")
struct ReturnCodeTests {
  /// A row of the document's table of return codes.
  struct Row: Sendable {
    let text: String
    /// The words of `error_msg`.
    let words: String

    init(_ text: String, _ words: String) {
      self.text = text
      self.words = words
    }

    var placeholders: Int { words.count { $0 == "{" } }
  }

  /// The table of the document, in its order.
  static let document = [
    Row("COMMON.1001", "Parameter {0} cannot be left blank"),
    Row("COMMON.1002", "The {0} parameter format is incorrect"),
    Row("COMMON.1003", "Device information is incomplete"),
    Row("COMMON.1004", "Signature decryption error"),
    Row("COMMON.1005", "The {0} has failed"),
    Row("COMMON.1006", "The {0} parameter error"),
    Row("COMMON.1007", "The {0} parameter type error"),
    Row("COMMON.1008", "The system is busy. Try again later"),
    Row("COMMON.1009", "Unknown authentication configuration"),
    Row("COMMON.1010", "Failed to obtain the enterprise center global configuration"),
    Row("COMMON.1011", "Failed to obtain the international area code configuration"),
    Row(
      "COMMON.1012",
      "The x-client-ID is incorrect and the corresponding application cannot be found"),
    Row("COMMON.1013", "The corresponding user is not found"),
    Row("COMMON.1014", "Application private key not found"),
    Row("LOGIN.1001", "Error calling interface {0}"),
    Row("LOGIN.1002", "User not bound"),
    Row(
      "LOGIN.1003",
      "The user has been locked due to too many unsuccessful login attempts. It will be unlocked in {0} minutes and {1} seconds"
    ),
    Row("LOGIN.1004", "Failed to obtain the password policy"),
    Row("LOGIN.1005", "Invalid username or password. Remaining login attempts: {0}"),
    Row("LOGIN.1006", "Configuration error, unable to find wechat authentication source"),
    Row("LOGIN.1007", "Configuration error, unable to find alipay authentication source"),
    Row(
      "LOGIN.1008",
      "The configuration is incorrect. The one-click login authentication source cannot be found"),
    Row("SMS.1001", "{0} slide base map is not initialized successfully, please check the path"),
    Row("SMS.1002", "{0} verification code coordinate resolution failed"),
    Row("SMS.1003", "{0} verification code coordinate verification fails"),
    Row("SMS.1004", "The graphic verification code is incorrect"),
    Row("SMS.1005", "SMS verification code verification is incorrect"),
    Row("SMS.1006", "The email verification code is incorrect"),
    Row("SMS.1007", "Sending scenario does not exist"),
    Row("SMS.1008", "Failed to send the verification code"),
    Row("SOCIAL.1001", "The social account is unbound incorrectly"),
    Row("SOCIAL.1002", "The social account has been bound, please unbind it first"),
    Row("PWD.1001", "The password length is incorrect"),
    Row("PWD.1002", "The password cannot be the username"),
    Row("PWD.1003", "Your password complexity is low"),
    Row("PWD.1004", "The password is weak"),
    Row("PWD.1005", "The password is used before, cannot be used again"),
    Row("PWD.1006", "Password cannot username in reverse order"),
    Row("PWD.1007", "The number of repeated password characters exceeded the upper limit"),
    Row(
      "PWD.1008",
      "Password cannot contain :username, phone number, email prefix, name in PinYing"),
    Row("MFA.1001", "The mobile doesn't match the user"),
    Row("MFA.1002", "The access control policy is incorrect"),
    Row("MFA.1003", "Access control authentication source type conversion error"),
  ]

  @Test("there are the 43 codes of the document, in its spelling")
  func thereAreAllOfTheDocument() {
    #expect(Self.document.count == 43)
    #expect(ReturnCode.allCases.map(\.text) == Self.document.map { "IDAAS.SDK." + $0.text })
  }

  @Test("each message in English is the document's, word by word")
  func wordsAreTheDocuments() {
    for (code, row) in zip(ReturnCode.allCases, Self.document) {
      #expect(code.message(in: .english, ["{0}", "{1}"]) == row.words)
    }
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
      #expect(language == .english || messages.allSatisfy { $0.hasSuffix("。") })
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
        == "Parameter {0}{1} cannot be left blank")
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
