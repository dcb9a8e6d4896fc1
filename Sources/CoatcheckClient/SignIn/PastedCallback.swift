// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import CoatcheckFoundation

/// The text that the user pastes instead of being redirected: the whole callback URL, or its query.
struct PastedCallback: Sendable {
  /// The maximum length of the text, in bytes.
  static let maximumLength = 16 << 10

  let page: AuthorizationPage

  /// The reason why a text is not the callback of this sign-in, in words for the user.
  struct Refusal: Error, Equatable {
    let reason: String
    let code: OAuthError.Code
  }

  /// The callback in the text. It has the state; the transaction checks the rest.
  func callback(in text: String) -> Result<String, Refusal> {
    let trimmed = Self.trimmed(text)
    guard !trimmed.isEmpty else { return refusal("Nothing was pasted.") }
    guard trimmed.utf8.count <= Self.maximumLength, trimmed.isVisibleASCII else {
      return refusal(
        "That is not an address: it is too long, or contains spaces or invalid characters.")
    }
    let query: Substring
    if trimmed.contains("://") {
      guard trimmed.hasPrefix(page.redirectURI + "?") else {
        let sample = page.redirectURI + "?…"
        return refusal("That is another address. The browser's last one is needed: \(sample)")
      }
      query = trimmed.dropFirst(page.redirectURI.count + 1).prefix { $0 != "#" }
    } else {
      query = trimmed.drop { $0 == "?" }[...]
    }
    guard query.contains("=") else {
      return refusal(
        "A code alone cannot be distinguished from a code that an attacker sent. "
          + "The whole address of the browser is needed.", .stateMismatch)
    }
    guard let parameters = try? Parameters(decoding: query) else {
      return refusal("That address is damaged.")
    }
    // RFC 6749 §10.12: a callback is taken only with the value that binds it to this sign-in.
    guard page.isAnswered(by: parameters) else {
      return refusal("That belongs to another sign-in, or a part of it is missing.", .stateMismatch)
    }
    guard
      parameters.isSignInCallback || parameters["error"] != nil || parameters["response"] != nil
    else {
      return refusal("That address has no authorization response.")
    }
    return .success("\(page.redirectURI)?\(query)")
  }

  private func refusal(
    _ reason: String, _ code: OAuthError.Code = .callbackMalformed
  ) -> Result<String, Refusal> {
    .failure(Refusal(reason: reason, code: code))
  }

  /// Without what surrounds a paste: spaces, quotes, and the marks of a terminal's bracketed paste.
  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    for mark in ["\u{1B}[200~", "\u{1B}[201~"] {
      if let range = rest.firstRange(of: mark) {
        rest = mark.hasSuffix("200~") ? rest[range.upperBound...] : rest[..<range.lowerBound]
      }
    }
    let ends: (Character) -> Bool = { $0.isWhitespace || "\"'<>".contains($0) }
    while let first = rest.first, ends(first) { rest.removeFirst() }
    while let last = rest.last, ends(last) { rest.removeLast() }
    return String(rest)
  }
}
