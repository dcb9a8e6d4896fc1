// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TokenStore where Self == FileTokenStore {
  /// The sessions of this user, in the files which the command `coatcheck` uses as well.
  ///
  /// They are in `$COATCHECK_HOME/sessions`, else in `$XDG_DATA_HOME/coatcheck/sessions`, else in
  /// `~/.local/share/coatcheck/sessions`.
  public static var system: FileTokenStore {
    FileTokenStore(directory: systemDirectory { ProcessInfo.processInfo.environment[$0] })
  }

  private static func systemDirectory(_ variable: (String) -> String?) -> String {
    if let home = variable("COATCHECK_HOME"), !home.isEmpty { return home + "/sessions" }
    // "All paths set in these environment variables must be absolute. If an implementation encounters a
    // relative path in any of these variables it should consider the path invalid and ignore it."
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      return data + "/coatcheck/sessions"
    }
    return URL.homeDirectory.path + "/.local/share/coatcheck/sessions"
  }
}
