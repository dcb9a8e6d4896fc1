// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth

/// The services of a machine that can keep secrets.
package struct SystemServices: Sendable {
  /// The kernel's keyring.
  package var keyring: (any KeyringStorage)?
  /// The Secret Service.
  package var secrets: (any SecretStorage)?
  /// The folder of the credentials that systemd handed to this process.
  package var credentials: String?
  /// The path of the file with the passphrase.
  package var passphraseFile: String?
  /// The keychains of Apple's systems.
  package var keychains: SystemKeychains?

  /// Creates a set of services; nil for those that the machine does not have.
  package init(
    keyring: (any KeyringStorage)? = nil, secrets: (any SecretStorage)? = nil,
    credentials: String? = nil, passphraseFile: String? = nil, keychains: SystemKeychains? = nil
  ) {
    self.keyring = keyring
    self.secrets = secrets
    self.credentials = credentials
    self.passphraseFile = passphraseFile
    self.keychains = keychains
  }

  /// The services of this machine.
  package static func live(
    variable: (String) -> String?, keychain: KeychainOptions = KeychainOptions()
  ) -> SystemServices {
    #if os(Linux)
      let (keyring, secrets) = (LinuxKeyring(), DesktopSecrets())
    #else
      let (keyring, secrets): ((any KeyringStorage)?, (any SecretStorage)?) = (nil, nil)
    #endif
    return SystemServices(
      keyring: keyring, secrets: secrets, credentials: variable("CREDENTIALS_DIRECTORY"),
      passphraseFile: variable("COATCHECK_PASSPHRASE_FILE"), keychains: .live(keychain))
  }

  /// The source of a sealing key.
  ///
  /// - Parameters:
  ///   - choice: Which source.
  ///   - id: The name of the store.
  ///   - folder: The folder for what the key needs beside it.
  func source(
    _ choice: StoreChoice.KeySource, id: String, folder: String, environment: RuntimeEnvironment
  ) throws(OAuthError) -> any SealingKeySource {
    switch choice {
    case .secretService:
      guard let secrets else { throw .store("there is no Secret Service on this system") }
      return SecretServiceKey(
        secrets, keyring: keyring, store: id, folder: folder, environment: environment)
    case .keyring:
      guard let keyring else { throw .store("there is no kernel keyring on this system") }
      return KeyringKey(keyring, store: id, folder: folder, environment: environment)
    case .systemdCredential: return SystemdCredentialKey(directory: credentials)
    case .passphrase:
      return PassphraseKey(folder: folder, file: passphraseFile, environment: environment)
    }
  }
}

#if os(Linux)
  /// The keyring of this user.
  private struct LinuxKeyring: KeyringStorage {
    func read(_ name: String) throws(OAuthError) -> [UInt8]? { try KernelKeyring.read(name) }
    func write(_ name: String, _ bytes: [UInt8], timeout: Duration?) throws(OAuthError) {
      try KernelKeyring.write(name, bytes, timeout: timeout)
    }
    func remove(_ name: String) throws(OAuthError) { try KernelKeyring.remove(name) }
  }

  /// The Secret Service of this user, which is connected when it is needed.
  private struct DesktopSecrets: SecretStorage {
    func lookup(_ attributes: [String: String]) async throws(OAuthError) -> [UInt8]? {
      try await SecretService.connect().lookup(attributes)
    }
    func store(
      label: String, attributes: [String: String], secret: [UInt8]
    ) async throws(OAuthError) {
      try await SecretService.connect().store(label: label, attributes: attributes, secret: secret)
    }
  }
#endif
