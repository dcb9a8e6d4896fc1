// SPDX-License-Identifier: Apache-2.0

/// What the sign-in page shows.
struct LoginPage {
  /// The name of the client; nil when the user signs in to the account page.
  let client: String?
  let interaction: String
  let csrf: String
  var username: String?
  var alert: String?
}

/// What the consent page shows.
struct ConsentPage {
  let client: String
  let interaction: String
  let csrf: String
  let username: String
  let scopes: [String]
  let redirectURI: String
  /// Where the client says what it does with users' data, and its terms. They are links and nothing
  /// else: the page itself loads nothing from elsewhere, also no logo.
  var policy: String?
  var terms: String?
}

/// A page that says something and offers nothing to press.
struct MessagePage {
  let title: PageWord
  let text: PageWord
  /// The client that the text names.
  var client: String?
  /// What the client did wrong, for its developer: always English.
  var detail: String?
  var code: String?

  /// For an interaction that is used, expired, or of another browser.
  static let startAgain = MessagePage(title: .startAgainTitle, text: .startAgainText)

  /// For a form that did not come from our page.
  static let forged = MessagePage(title: .forgedTitle, text: .forgedText)

  /// For a store that does not answer.
  static let unavailable = MessagePage(title: .unavailableTitle, text: .unavailableText)

  /// For an authorization request that failed.
  static func refused(_ detail: String, code: String) -> MessagePage {
    MessagePage(title: .refusedTitle, text: .refusedText, detail: detail, code: code)
  }
}
