// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The texts of the pages in one language.
struct PageWords: Sendable {
  let language: PageLanguage

  /// A text with its placeholders, for a template.
  subscript(word: PageWord) -> String {
    switch language {
    case .english: word.english
    case .simplifiedChinese: word.simplifiedChinese
    case .traditionalChinese: word.traditionalChinese
    case .japanese: word.japanese
    }
  }

  /// A text with values for its placeholders. It is plain text, which a template escapes.
  subscript(word: PageWord, values: [String: String]) -> String {
    // In one pass: a value that contains a placeholder is not replaced again.
    var filled = ""
    var rest = self[word][...]
    while let opening = rest.range(of: "{{"), let closing = rest.range(of: "}}") {
      filled += rest[..<opening.lowerBound]
      filled += values[String(rest[opening.upperBound..<closing.lowerBound])] ?? ""
      rest = rest[closing.upperBound...]
    }
    return filled + rest
  }

  /// The sentence of the consent page for a scope.
  func sentence(for scope: String) -> String {
    switch scope {
    case "openid": self[.scopeOpenID]
    case "profile": self[.scopeProfile]
    case "email": self[.scopeEmail]
    case "phone": self[.scopePhone]
    case "address": self[.scopeAddress]
    case "offline_access": self[.scopeOffline]
    default: self[.scopeOther, ["scope": scope]]
    }
  }

  /// A waiting time as text.
  func duration(_ seconds: Double) -> String {
    guard seconds > 60 else { return self[.aMinute] }
    return self[.minutes, ["count": String(Int((seconds / 60).rounded(.up)))]]
  }

  /// The destination of a redirect URI as text.
  func destination(of uri: String) -> String {
    let origin = ServedResponse.origin(of: uri) ?? uri
    for loopback in ["http://127.0.0.1", "http://[::1]", "http://localhost"]
    where uri.hasPrefix(loopback) { return self[.localApp] }
    return origin.hasSuffix(":")
      ? self[.schemeApp, ["scheme": String(origin.dropLast())]] : origin
  }
}
