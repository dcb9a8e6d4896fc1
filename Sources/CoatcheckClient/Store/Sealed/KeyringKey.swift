// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A sealing key in the kernel's keyring: it and all sessions are lost when the machine restarts.
///
/// [keyrings(7)](https://man7.org/linux/man-pages/man7/keyrings.7.html)
public struct KeyringKey: SealingKeySource {
  /// `keyring`.
  public var name: String { "keyring" }

  private let keyring: any KeyringStorage
  private let locks: FileRecords
  private let entry: String
  private let environment: RuntimeEnvironment

  /// Creates a source for a key in a keyring.
  ///
  /// - Parameters:
  ///   - keyring: The keyring.
  ///   - store: The name of the store that is sealed with it.
  ///   - folder: The folder of the store, whose lock is taken while the key is made.
  ///   - environment: The random generator for the key.
  package init(
    _ keyring: any KeyringStorage, store: String, folder: String,
    environment: RuntimeEnvironment = .live
  ) {
    self.keyring = keyring
    self.environment = environment
    locks = FileRecords(directory: folder, environment: environment)
    entry = KeyCopy.entry(store)
  }

  /// The key; nil if there is no key.
  public func key() async throws(OAuthError) -> SealingKey? { try keyAtOnce() }

  /// The key; nil if there is no key.
  public func keyAtOnce() throws(OAuthError) -> SealingKey? {
    try KeyCopy.key(keyring.read(entry))
  }

  /// The key; a new random one if there is no key.
  public func makeKey() async throws(OAuthError) -> SealingKey {
    try await OAuthError.typed {
      try await locks.withLock(KeyCopy.lock) {
        if let key = try keyAtOnce() { return key }
        let key = try SealingKey.random(environment)
        try keyring.write(entry, key.reveal(), timeout: nil)
        return key
      }
    }
  }
}

/// The names and the form of sealing keys in a keyring.
enum KeyCopy {
  /// The lock for making the key of a store.
  static let lock = StoreLock.record("sealingkey")

  /// The name of a store's key in the keyring.
  static func entry(_ store: String) -> String { "coatcheck:key:\(store)" }

  /// The key of these bytes.
  static func key(_ bytes: [UInt8]?) throws(OAuthError) -> SealingKey? {
    guard let bytes else { return nil }
    guard bytes.count == SealingKey.length else {
      throw .unreachable(.storeLocked, "The stored sealing key is invalid.")
    }
    return try SealingKey(bytes)
  }
}

extension OAuthError {
  /// Runs `body`, and converts any error that it throws to an `OAuthError`.
  static func typed<Value>(
    _ body: () async throws -> Value
  ) async throws(OAuthError) -> Value {
    do { return try await body() } catch { throw known(error) ?? .store("\(error)") }
  }
}
