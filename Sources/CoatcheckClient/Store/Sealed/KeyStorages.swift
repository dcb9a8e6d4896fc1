// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// A storage for a few bytes in the memory of the system: the kernel's keyring.
package protocol KeyringStorage: Sendable {
  /// The bytes kept under a name; nil if there is no such name.
  func read(_ name: String) throws(OAuthError) -> [UInt8]?

  /// Stores bytes, indefinitely or for as long as `timeout`.
  func write(_ name: String, _ bytes: [UInt8], timeout: Duration?) throws(OAuthError)

  /// Removes the bytes under a name. A missing name is not an error.
  func remove(_ name: String) throws(OAuthError)
}

/// The Secret Service: it stores the user's secrets, and is unlocked with the desktop session.
package protocol SecretStorage: Sendable {
  /// The secret with these attributes; nil if there is no match.
  ///
  /// - Throws: `OAuthError` with `storeLocked` when the user has to unlock it, `storeFailed` when
  ///   there is no service.
  func lookup(_ attributes: [String: String]) async throws(OAuthError) -> [UInt8]?

  /// Keeps a secret in place of the one with the same attributes.
  func store(
    label: String, attributes: [String: String], secret: [UInt8]
  ) async throws(OAuthError)
}
