// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A sealing key in the Secret Service, which is unlocked with the user's desktop session.
///
/// A copy is kept in the kernel's keyring for some hours, so that a command needs no D-Bus.
/// [Secret Service API](https://specifications.freedesktop.org/secret-service/latest/)
public struct SecretServiceKey: SealingKeySource {
  /// How long the copy is kept, in the kernel.
  static let copyLasts: Duration = .seconds(8 * 3600)

  /// `secret-service`.
  public var name: String { "secret-service" }

  private let secrets: any SecretStorage
  private let keyring: (any KeyringStorage)?
  private let locks: FileRecords
  private let store: String
  private let environment: RuntimeEnvironment

  /// Creates a source for a key in the Secret Service.
  ///
  /// - Parameters:
  ///   - secrets: The service.
  ///   - keyring: Where the copy is kept; nil for no copy.
  ///   - store: The name of the store that is sealed with it.
  ///   - folder: The folder of the store, whose lock is taken while the key is made.
  ///   - environment: The random generator for the key.
  package init(
    _ secrets: any SecretStorage, keyring: (any KeyringStorage)?, store: String,
    folder: String, environment: RuntimeEnvironment = .live
  ) {
    self.secrets = secrets
    self.keyring = keyring
    self.store = store
    self.environment = environment
    locks = FileRecords(directory: folder, environment: environment)
  }

  private var attributes: [String: String] {
    ["application": "coatcheck", "purpose": "sealing-key", "store": store]
  }

  /// The key; nil if there is no key.
  public func key() async throws(OAuthError) -> SealingKey? {
    if let key = try? keyAtOnce() { return key }
    return try await fetched()
  }

  /// The copy in the kernel's keyring; nil if there is no copy.
  public func keyAtOnce() throws(OAuthError) -> SealingKey? {
    try keyring.flatMap { keyring throws(OAuthError) in
      try KeyCopy.key(keyring.read(KeyCopy.entry(store)))
    }
  }

  /// Removes the copy from the kernel's keyring.
  public func forgetCopy() { try? keyring?.remove(KeyCopy.entry(store)) }

  /// The key; a new random one if there is no key.
  public func makeKey() async throws(OAuthError) -> SealingKey {
    try await OAuthError.typed {
      try await locks.withLock(KeyCopy.lock) {
        if let key = try await fetched() { return key }
        let key = try SealingKey.random(environment)
        try await secrets.store(
          label: "Coatcheck: key of the session store \(store)", attributes: attributes,
          secret: key.reveal())
        // The key is read back: if the service did not keep it, all sessions would be lost.
        guard try await fetched()?.id == key.id else {
          throw OAuthError.store("the Secret Service does not keep the sealing key")
        }
        return key
      }
    }
  }

  /// The key from the service itself; a copy is made of it.
  private func fetched() async throws(OAuthError) -> SealingKey? {
    guard let key = try KeyCopy.key(await secrets.lookup(attributes)) else { return nil }
    // The copy only saves time, so a failure is ignored.
    try? keyring?.write(KeyCopy.entry(store), key.reveal(), timeout: Self.copyLasts)
    return key
  }
}
