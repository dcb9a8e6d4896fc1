// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation

extension TokenStore where Self == SystemStore {
  /// The sessions of this user, which the command `coatcheck` uses as well, in the safest place
  /// this machine has.
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
  /// - Parameter choice: Which store; nil for what `COATCHECK_STORE` says.
  public static func system(_ choice: StoreChoice?) -> SystemStore {
    let variables = ProcessInfo.processInfo.environment
    var folder = URL.homeDirectory.path + "/.local/share/coatcheck"
    if let home = variables["COATCHECK_HOME"], !home.isEmpty {
      folder = home
    } else if let data = variables["XDG_DATA_HOME"], data.hasPrefix("/") {
      // "All paths set in these environment variables must be absolute. If an implementation
      // encounters a relative path in any of these variables it should consider the path invalid
      // and ignore it."
      folder = data + "/coatcheck"
    }
    // An unknown name is treated as unset: it must not open another store than the configured one.
    let named = try? StoreChoice { variables[$0] }
    return SystemStore(folder: folder, choice: choice ?? named ?? .auto) { variables[$0] }
  }
}
