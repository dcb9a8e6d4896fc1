// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Weibo's identifier of a user: decimal digits, stored as the received text.
enum WeiboUID {
  /// 64 bits have 20 digits at most.
  private static let maximumLength = 20

  /// Whether a text is a valid uid.
  static func isWellFormed(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The digits of a number exactly as they were written; nil for `1e3`, `1.0` and negative numbers,
  /// which would be other spellings of the same uid.
  static func digits(_ value: JSONValue) -> String? {
    guard case .number(let number) = value, isWellFormed(number.text) else { return nil }
    return number.text
  }

  /// The member `uid`, a text or a number.
  ///
  /// - Throws: `unreadable` when it is missing or invalid.
  static func required(in json: JSONObject) throws(OAuthError) -> String {
    let uid = json["uid"].flatMap { $0.stringValue ?? digits($0) }
    guard let uid, isWellFormed(uid) else { throw WeiboRequest.unusable("uid") }
    return uid
  }
}
