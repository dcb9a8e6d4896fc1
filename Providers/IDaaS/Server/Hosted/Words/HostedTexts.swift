// SPDX-License-Identifier: Apache-2.0

/// The words of the hosted pages in one language. `{app}`, `{name}`, `{s}`, `{n}` and `{to}` are filled in.
struct HostedTexts: Sendable {
  let language: HostedLanguage

  // The two pages.
  let bindTitle: String
  let bindHeading: String
  let bindDescription: String
  let bindConfirm: String
  let registerTitle: String
  let registerHeading: String
  let registerDescription: String
  let registerConfirm: String

  // Their parts.
  let linking: String
  let linkingUnnamed: String
  let country: String
  let mobile: String
  let email: String
  let useEmail: String
  let useMobile: String
  let code: String
  let send: String
  let wait: String
  let consent: String
  let back: String
  let sent: String
  let nextCode: String

  // The search for a country.
  let search: String
  let noCountry: String
  let close: String

  // The slider.
  let sliderTitle: String
  let sliderBegin: String
  let sliderHint: String
  let sliderPicture: String
  let sliderHandle: String
  let sliderPosition: String
  let sliderLess: String
  let sliderMore: String
  let sliderCheck: String
  let sliderChecking: String
  let sliderOther: String
  let sliderWorking: String
  let sliderClosed: String
  let sliderMove: String
  let sliderSteps: String

  // What comes after the code.
  let linkTitle: String
  let linkText: String
  let linkConfirm: String
  let linkRefuse: String
  let factorTitle: String
  let factorText: String
  let factorConfirm: String
  let another: String

  // Pages with a message only.
  let expiredTitle: String
  let expiredText: String
  let foreignTitle: String
  let foreignText: String
  let failedTitle: String
  let failedText: String
  let toApplication: String

  // Errors.
  let contactMissing: String
  let emailMissing: String
  let contactWrong: String
  let emailWrong: String
  let codeMissing: String
  let codeWrong: String
  let triesLeft: String
  let codeOver: String
  let consentMissing: String
  let tooOften: String
  let notSent: String
  let regionBlocked: String
  let sliderWrong: String
  let sliderOver: String
  let userUnknown: String
  let alreadyBound: String
  let locked: String
  let offline: String
  let general: String

  /// The words of a language.
  static func of(_ language: HostedLanguage) -> HostedTexts {
    switch language {
    case .simplified: simplified
    case .traditional: traditional
    case .english: english
    }
  }
}

extension String {
  /// This text with its placeholders filled in.
  func filled(_ values: [String: String]) -> String {
    values.reduce(self) {
      $0.split(separator: "{\($1.key)}", omittingEmptySubsequences: false)
        .joined(separator: $1.value)
    }
  }
}
