// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// What keeps a few bytes for a while, in the memory of the system: the kernel's keyring.
package protocol KeyringStorage: Sendable {
  /// The bytes kept under a name; nil when there are none.
  func read(_ name: String) throws(OAuthError) -> [UInt8]?

  /// Keeps bytes, for ever or for as long as `timeout` says.
  func write(_ name: String, _ bytes: [UInt8], timeout: Duration?) throws(OAuthError)

  /// Forgets what is kept under a name. It is no error if there is nothing.
  func remove(_ name: String) throws(OAuthError)
}

/// What keeps secrets for a person, unlocked with the desktop session: the Secret Service.
package protocol SecretStorage: Sendable {
  /// The secret with these attributes; nil when there is none.
  ///
  /// - Throws: ``OAuthError`` with `storeLocked` when the person has to unlock it, `storeFailed` when there
  ///   is no service.
  func lookup(_ attributes: [String: String]) async throws(OAuthError) -> [UInt8]?

  /// Keeps a secret in place of the one with the same attributes.
  func store(
    label: String, attributes: [String: String], secret: [UInt8]
  ) async throws(OAuthError)
}
