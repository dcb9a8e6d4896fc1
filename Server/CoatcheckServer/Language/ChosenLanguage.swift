// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// The language of one page, and the reason for the choice.
struct ChosenLanguage: Sendable {
  /// What the language was chosen by.
  enum Reason: Sendable {
    /// `ui_locales` of the request.
    case request
    /// The interaction, which keeps the language in which it began.
    case interaction
    /// `Accept-Language`, or English when it lists no language of the pages.
    case field
  }

  let language: PageLanguage
  let reason: Reason

  /// The language of a request: from `ui_locales`, or else `Accept-Language`, or else English.
  ///
  /// "ui_locales: End-User's preferred languages and scripts for the user interface". An error is not sent when
  /// "some or all of the requested locales are not supported by the OpenID Provider".
  /// [OIDC Core §3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)
  init(locales: String?, head: HTTPRequest) {
    if let named = PageLanguage(locales: locales) {
      (language, reason) = (named, .request)
    } else {
      language = PageLanguage(accepting: head.headerFields[.acceptLanguage]) ?? .english
      reason = .field
    }
  }

  /// The language of an interaction.
  init(kept language: PageLanguage) {
    self.language = language
    reason = .interaction
  }

  /// The request field that the choice depends on, for `Vary`; nil when the address alone decides.
  ///
  /// [RFC 9110 §12.5.5](https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5)
  var varies: String? {
    switch reason {
    case .request: nil
    case .interaction: "Cookie"
    case .field: "Accept-Language"
    }
  }
}
