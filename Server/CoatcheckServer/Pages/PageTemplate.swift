// SPDX-License-Identifier: Apache-2.0

/// All pages.
enum PageTemplate: CaseIterable, Sendable {
  case login, consent, message, device, deviceConsent, formPost, warning, logout, signedOut, account

  /// The template in a language. Mustache escapes `{{…}}`; the unescaped form is not used.
  func source(in words: PageWords) -> String {
    let templates = Templates(words: words)
    // The title of a message page is a value.
    let title = self.title.map { words[$0] } ?? "{{title}}"
    return templates.head(title: title) + body(of: templates) + Templates.foot
  }

  private var title: PageWord? {
    switch self {
    case .login: .signIn
    case .consent: .allowTitle
    case .message: nil
    case .device: .deviceTitle
    case .deviceConsent: .connectTitle
    case .formPost: .back
    case .warning: .refusedTitle
    case .logout: .signOutTitle
    case .signedOut: .signedOutTitle
    case .account: .accountTitle
    }
  }

  private func body(of templates: Templates) -> String {
    switch self {
    case .login: templates.login
    case .consent: templates.consent
    case .message: templates.message
    case .device: templates.device
    case .deviceConsent: templates.deviceConsent
    case .formPost: templates.formPost
    case .warning: templates.warning
    case .logout: templates.logout
    case .signedOut: templates.signedOut
    case .account: templates.account
    }
  }
}
