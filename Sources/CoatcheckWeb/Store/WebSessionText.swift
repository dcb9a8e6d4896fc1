// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// What the texts of a ``WebSessionStore`` may be: a database would cut or refuse one with a NUL in it.
package enum WebSessionText {
  /// Whether a text is the key of a session: 64 lower-case hexadecimal digits.
  package static func isKey(_ text: String) -> Bool {
    Fingerprint.isHex(text, count: 64)
  }

  /// Refuses what is not the key of a session.
  ///
  /// - Throws: `misused`; nothing was done.
  package static func check(key: String) throws(OAuthError) {
    guard isKey(key) else {
      throw .misused("key", "The key of a session is 64 lower-case hexadecimal digits.")
    }
  }

  /// Whether a text is a hash or an id: 1 to 128 visible ASCII characters.
  package static func isText(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Refuses what is not a hash or an id.
  ///
  /// - Throws: `misused` with this name; nothing was done.
  package static func check(_ text: String, as name: String) throws(OAuthError) {
    guard isText(text) else {
      throw .misused(name, "It is 1 to 128 visible ASCII characters.")
    }
  }

  /// Refuses a session whose key or hashes cannot be kept.
  ///
  /// - Throws: `misused`; nothing was done.
  package static func check(_ record: WebSessionRecord) throws(OAuthError) {
    try check(key: record.key)
    try check(record.user, as: "user")
    if let hash = record.providerSession { try check(hash, as: "providerSession") }
  }

  /// Refuses a group whose hash is not one.
  ///
  /// - Throws: `misused`; nothing was done.
  package static func check(_ group: WebSessionGroup) throws(OAuthError) {
    switch group {
    case .providerSession(let hash): try check(hash, as: "providerSession")
    case .user(let hash): try check(hash, as: "user")
    }
  }
}
