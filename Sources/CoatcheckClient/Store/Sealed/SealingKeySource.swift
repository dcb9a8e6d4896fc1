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

  /// The key; if there is no key, a new one, which is stored before this returns. Several processes that
  /// ask at once all get the same key.
  ///
  /// - Throws: As ``key()``; `storeFailed` also where the source cannot store a key.
  func makeKey() async throws(OAuthError) -> SealingKey

  /// The key, if it is available at once on this thread without asking the user; nil otherwise.
  ///
  /// - Throws: As ``key()``.
  func keyAtOnce() throws(OAuthError) -> SealingKey?

  /// Discards a copy of the key that the source keeps to save time, since it does not open a record. The
  /// key itself stays.
  func forgetCopy()
}

extension SealingKeySource {
  /// Returns nil, for a source that cannot be read without waiting.
  ///
  /// - Throws: Nothing; a source that can be read at once has a function of its own.
  public func keyAtOnce() throws(OAuthError) -> SealingKey? { nil }

  /// Does nothing, for a source that keeps no copy.
  public func forgetCopy() {}
}
