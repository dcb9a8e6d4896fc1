// SPDX-License-Identifier: Apache-2.0

/// The values of the sign-in page.
struct LoginPage {
  /// The name of the client; nil when the user signs in to the account page.
  let client: String?
  let interaction: String
  let csrf: String
  var username: String?
  var alert: String?
}

/// The values of the consent page.
struct ConsentPage {
  let client: String
  let interaction: String
  let csrf: String
  let username: String
  let scopes: [String]
  let redirectURI: String
  /// The privacy policy and the terms of the client. They are only links: the page loads nothing from other
  /// hosts, not even a logo.
  var policy: String?
  var terms: String?
}

/// The values of a page with a message and without a form.
struct MessagePage {
  let title: PageWord
  let text: PageWord
  /// The client that the text names.
  var client: String?
  /// The error of the client, for its developer; always in English.
  var detail: String?
  var code: String?

  /// For an interaction that was used, has expired, or is of another browser.
  static let startAgain = MessagePage(title: .startAgainTitle, text: .startAgainText)

  /// For a form without a valid CSRF token.
  static let forged = MessagePage(title: .forgedTitle, text: .forgedText)

  /// For a store that cannot be used.
  static let unavailable = MessagePage(title: .unavailableTitle, text: .unavailableText)

  /// For an authorization request that failed.
  static func refused(_ detail: String, code: String) -> MessagePage {
    MessagePage(title: .refusedTitle, text: .refusedText, detail: detail, code: code)
  }
}
