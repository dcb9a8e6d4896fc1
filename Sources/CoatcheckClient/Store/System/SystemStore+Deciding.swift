// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth

extension SystemStore {
  /// The settings of the folder. If no store was chosen yet, it is chosen now.
  func decided() async throws(OAuthError) -> StoreSettings {
    if let settings = try agreed() { return settings }
    return try await OAuthError.typed {
      try await home.withLock(.record(StoreSettings.record)) {
        if let settings = try agreed() { return settings }
        let settings = StoreSettings(try await prepared(choice))
        try await write(settings)
        return settings
      }
    }
  }

  func write(_ settings: StoreSettings) async throws(OAuthError) {
    try await home.write(
      StoredRecord(key: StoreSettings.record, content: settings.json.serialized()))
  }

  /// A new store of this kind, which is ready to keep sessions: its key is made.
  ///
  /// - Throws: The error that prevents its use.
  func prepared(_ choice: StoreChoice) async throws(OAuthError) -> StoreSettings.Store {
    let choice = choice == .auto ? try await best() : choice
    let id = Fingerprint.hex(of: environment.random(32)).prefix(16)
    let new = StoreSettings.Store(id: String(id), choice: choice)
    switch choice {
    case .sealed: try await makeKey(new)
    case .secretService:
      try await SecretServiceRecords(namespace: new.id, environment: environment).probe()
    case .keyring:
      try KernelKeyringRecords(namespace: new.id, environment: environment).probe()
    case .keychain, .loginKeychain:
      try await store(StoreSettings.Store(id: "keychain", choice: choice)).probe()
      return StoreSettings.Store(id: "keychain", choice: choice)
    case .file, .auto: break
    }
    return new
  }

  private func makeKey(_ store: StoreSettings.Store) async throws(OAuthError) {
    guard case .sealed(let source) = store.choice else { return }
    _ = try await sealedFiles(store, source).source.makeKey()
  }

  /// The safest kind this machine has.
  ///
  /// - Throws: `storeLocked` when the Secret Service is there but locked; `storeFailed` when only
  ///   plain text is possible.
  private func best() async throws(OAuthError) -> StoreChoice {
    if let keychains = services.keychains { return try await keychains.best(environment) }
    if let secrets = services.secrets {
      do throws(OAuthError) {
        _ = try await secrets.lookup(["application": "coatcheck", "purpose": "probe"])
        return .sealed(.secretService)
      } catch  where error.code == .storeFailed {
        // There is no service; the next best is looked for.
      }
    }
    if SystemdCredentialKey(directory: services.credentials).isPresent {
      return .sealed(.systemdCredential)
    }
    if services.passphraseFile?.isEmpty == false { return .sealed(.passphrase) }
    throw .unreachable(
      .storeFailed,
      "There is no safe place for sessions on this machine: no Secret Service, and no credential of "
        + "systemd. Set COATCHECK_PASSPHRASE_FILE to the path of a file with a passphrase, or choose "
        + "with COATCHECK_STORE (\(StoreChoice.names.joined(separator: ", "))). Plain text is "
        + "used only when it is asked for: --store file --allow-plaintext.")
  }
}
