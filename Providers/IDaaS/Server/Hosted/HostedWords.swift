// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol

/// The text of an error response for users, and the field that it is about.
struct HostedWords {
  let text: String
  /// `contact`, `code` or `consent`, by the name of the field on the page; nil for the page as a whole.
  let field: String?

  init(_ refusal: Refusal, _ visit: HostedVisit) {
    let texts = visit.texts
    let contact = visit.browser.usesEmail ? "email" : "mobile"
    let wait = texts.tooOften.filled(["s": String(refusal.retryAfter ?? 60)])
    if refusal.detail == .rateLimited {
      self.init(wait, nil)
      return
    }
    switch refusal.code {
    case .codeWrong, .emailCodeWrong:
      let left = refusal.attemptsLeft.map { " " + texts.triesLeft.filled(["n": String($0)]) }
      self.init(texts.codeWrong + (left ?? ""), "code")
    case .expired where refusal.detail == .codeExpired || refusal.detail == .codeExhausted:
      self.init(texts.codeOver, "code")
    case .expired where refusal.detail == .captchaExpired: self.init(texts.sliderOver, nil)
    case .slideWrong, .slideUnreadable: self.init(texts.sliderWrong, nil)
    case .captchaWrong: self.init(texts.sliderOver, nil)
    case .sendingFailed:
      switch refusal.detail {
      case .regionBlocked: self.init(texts.regionBlocked, contact)
      case .numberInvalid: self.init(texts.contactWrong, contact)
      default: self.init(texts.notSent, nil)
      }
    case .userUnknown: self.init(texts.userUnknown, contact)
    case .alreadyBound: self.init(texts.alreadyBound, nil)
    case .locked: self.init(texts.locked, nil)
    case .parameterMissing, .parameterFormat, .parameterValue:
      self.init(parameter: refusal, texts, contact)
    default: self.init("\(texts.general) (\(refusal.code.rawValue))", nil)
    }
  }

  private init(parameter refusal: Refusal, _ texts: HostedTexts, _ contact: String) {
    let isMissing = refusal.code == .parameterMissing
    switch refusal.arguments.first {
    case "mobile", "sender":
      self.init(
        isMissing
          ? (contact == "email" ? texts.emailMissing : texts.contactMissing)
          : texts.contactWrong, contact)
    case "email": self.init(isMissing ? texts.emailMissing : texts.emailWrong, contact)
    case "verify_code": self.init(isMissing ? texts.codeMissing : texts.codeWrong, "code")
    case "consent": self.init(texts.consentMissing, "consent")
    default: self.init("\(texts.general) (\(refusal.code.rawValue))", nil)
    }
  }

  private init(_ text: String, _ field: String?) {
    self.text = text
    self.field = field
  }
}
