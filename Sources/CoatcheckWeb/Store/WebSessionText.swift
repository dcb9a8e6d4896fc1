// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// Checks the texts of a ``WebSessionStore``: a database truncates or refuses one that contains a NUL.
package enum WebSessionText {
  /// Whether a text is the key of a session: 64 lower-case hexadecimal digits.
  package static func isKey(_ text: String) -> Bool {
    Fingerprint.isHex(text, count: 64)
  }

  /// Checks that a text is the key of a session.
  ///
  /// - Throws: `misused`.
  package static func check(key: String) throws(OAuthError) {
    guard isKey(key) else {
      throw .misused("key", "The key of a session is 64 lower-case hexadecimal digits.")
    }
  }

  /// Whether a text is a hash or an id: 1 to 128 visible ASCII characters.
  package static func isText(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Checks that a text is a hash or an ID.
  ///
  /// - Throws: `misused` with this name.
  package static func check(_ text: String, as name: String) throws(OAuthError) {
    guard isText(text) else {
      throw .misused(name, "It is 1 to 128 visible ASCII characters.")
    }
  }

  /// Checks the key and the hashes of a session.
  ///
  /// - Throws: `misused`.
  package static func check(_ record: WebSessionRecord) throws(OAuthError) {
    try check(key: record.key)
    try check(record.user, as: "user")
    if let hash = record.providerSession { try check(hash, as: "providerSession") }
  }

  /// Checks the hash of a group.
  ///
  /// - Throws: `misused`.
  package static func check(_ group: WebSessionGroup) throws(OAuthError) {
    switch group {
    case .providerSession(let hash): try check(hash, as: "providerSession")
    case .user(let hash): try check(hash, as: "user")
    }
  }
}
