// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

/// How a client reads the members of a response. Servers disagree about numbers and texts: the document's own
/// sample reads `expire` as a text where the response holds a number.
extension JSONObject {
  /// A whole number, or the text of one.
  func integer(_ name: String) -> Int? {
    guard let value = self[name] else { return nil }
    return value.intValue ?? value.stringValue.flatMap { Int($0) }
  }

  /// A text, or a number as it was written: an id that some servers send as a number keeps every digit.
  func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }

  /// A text that is not empty.
  ///
  /// - Throws: `unreadable` naming the member.
  func wanted(_ name: String) throws(OAuthError) -> String {
    guard let text = text(name), !text.isEmpty else { throw .unusable(name) }
    return text
  }

  /// The texts of an array; what else is in it is left out.
  func texts(_ name: String) -> [String]? {
    self[name]?.arrayValue?.compactMap(\.stringValue)
  }

  /// Adds a number, if there is one.
  mutating func set(_ name: String, _ number: Int?) {
    if let number { self[name] = .number(JSONNumber(number)) }
  }

  /// Adds a text, if there is one.
  mutating func set(_ name: String, _ text: String?) {
    if let text { self[name] = .string(text) }
  }
}

extension JSONValue {
  /// The object of a response.
  ///
  /// - Throws: `unreadable` when it is something else.
  func object() throws(OAuthError) -> JSONObject {
    guard let object = objectValue else { throw .unusable("body") }
    return object
  }
}

extension OAuthError {
  /// A response that lacks something, or holds something else in its place.
  static func unusable(_ member: String) -> OAuthError {
    .unreadable(
      .replyMalformed, "The identity service's answer lacks something.", parameter: member)
  }
}
