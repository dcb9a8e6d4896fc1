// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Where the key of a sealed store is kept.
public protocol SealingKeySource: Sendable {
  /// What to call the source, in one word: `passphrase`, `secret-service`.
  var name: String { get }

  /// The key; nil when it is certain that there is no key.
  ///
  /// - Throws: `OAuthError` with `storeLocked` when the user has to act first, `storeFailed`
  ///   when the source cannot be asked now.
  func key() async throws(OAuthError) -> SealingKey?

  /// The key; if there is no key, a new one, which is stored before this returns. Of several
  /// processes that ask at once all get the same.
  ///
  /// - Throws: As ``key()``; `storeFailed` where a key cannot be kept.
  func makeKey() async throws(OAuthError) -> SealingKey

  /// The key, if it is available at once on this thread without asking the user; nil otherwise.
  func keyAtOnce() throws(OAuthError) -> SealingKey?

  /// Forgets what is only a copy of the key, since it does not open what it should.
  func forgetCopy()
}

extension SealingKeySource {
  /// Nil: the source has to be waited for.
  public func keyAtOnce() throws(OAuthError) -> SealingKey? { nil }

  /// Nothing: there is no copy.
  public func forgetCopy() {}
}
