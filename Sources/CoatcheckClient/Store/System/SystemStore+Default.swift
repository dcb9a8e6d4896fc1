// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

extension TokenStore where Self == SystemStore {
  /// The sessions of this user, which the command `coatcheck` uses as well, in the safest place
  /// this machine has. On Apple's systems that is the keychain; see ``system(_:keychain:)``.
  ///
  /// What it needs is in `$COATCHECK_HOME`, else in `$XDG_DATA_HOME/coatcheck`, else in
  /// `~/.local/share/coatcheck`. Where there is no safe place, saving the first session fails and
  /// says what to do; nothing is ever stored in plain text unless `file` is requested, by
  /// ``CoatcheckClient/StoreChoice`` or by `COATCHECK_STORE=file` with
  /// `COATCHECK_ALLOW_PLAINTEXT=1`.
  public static var system: SystemStore {
    .system(nil)
  }

  /// The sessions of this user, in a store of this kind.
  ///
  /// On Apple's systems they are in the keychain: on this device only, and readable from the first unlock,
  /// unless the options say otherwise. On a Mac it is decided once, when the first session is saved, which
  /// of the two keychains it is, and ``SystemStore/place`` tells: the data protection keychain if the
  /// program has an entitlement for it, else the login keychain.
  ///
  /// - Parameters:
  ///   - choice: Which store; nil for what `COATCHECK_STORE` says. An unknown name there counts as unset.
  ///   - keychain: How sessions are kept in a keychain. It is ignored on other systems, except for
  ///     ``KeychainOptions/folder``.
  public static func system(
    _ choice: StoreChoice? = nil, keychain: KeychainOptions = KeychainOptions()
  ) -> SystemStore {
    let variables = ProcessInfo.processInfo.environment
    var folder = SystemFolder.standard
    if let named = keychain.folder {
      folder = named
    } else if let home = variables["COATCHECK_HOME"], !home.isEmpty {
      folder = home
    } else if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") {
      // "All paths set in these environment variables must be absolute. If an implementation
      // encounters a relative path in any of these variables it should consider the path invalid
      // and ignore it."
      folder = data + "/coatcheck"
    }
    // An unknown name is treated as unset: it must not open another store than the configured one.
    let named = try? StoreChoice { variables[$0] }
    return SystemStore(
      folder: folder, choice: choice ?? named ?? .auto,
      services: .live(variable: { variables[$0] }, keychain: keychain))
  }
}
