// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
import CoatcheckFoundation
#if APPLE_SHIMS
  import Foundation
#endif

/// Where the sessions of this user are, for all programs that use this library.
package enum SystemFolder {
  /// The folder where no variable names one. An app on a phone cannot write anywhere else than there; tvOS
  /// keeps nothing but caches, and what is needed here is made again.
  static var standard: String {
    #if os(tvOS) || APPLE_SHIM_TVOS
      directory(.cachesDirectory) + "/coatcheck"
    #elseif os(iOS) || os(watchOS) || os(visionOS) || APPLE_SHIM_IOS || APPLE_SHIM_WATCHOS
      directory(.applicationSupportDirectory) + "/coatcheck"
    #else
      URL.homeDirectory.path + "/.local/share/coatcheck"
    #endif
  }

  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS) || (APPLE_SHIMS && !APPLE_SHIM_MACOS)
    private static func directory(_ directory: FileManager.SearchPathDirectory) -> String {
      NSSearchPathForDirectoriesInDomains(directory, .userDomainMask, true).first
        ?? NSHomeDirectory()
    }
  #endif

  /// The folder, by the first rule that applies:
  ///
  /// 1. `$COATCHECK_HOME`
  /// 2. `$XDG_DATA_HOME/coatcheck`, if that variable is an absolute path
  /// 3. `$HOME/.local/share/coatcheck`
  ///
  /// A variable that is empty counts as unset
  /// ([XDG Base Directory](https://specifications.freedesktop.org/basedir-spec/latest/)).
  ///
  /// - Throws: `storeFailed` if no rule applies.
  package static func path(variable: (String) -> String?) throws(OAuthError) -> String {
    if let home = variable("COATCHECK_HOME"), !home.isEmpty { return home }
    if let folder = own("XDG_DATA_HOME", or: ".local/share", variable: variable) { return folder }
    throw .store("there is no folder for it: HOME is not set. Set COATCHECK_HOME to one of yours")
  }

  /// This library's folder below a folder that all programs of the user share; nil where neither
  /// variable names one.
  ///
  /// - Parameters:
  ///   - name: The variable that names the folder for all programs.
  ///   - standard: Where in `$HOME` it is unless the variable names it.
  package static func own(
    _ name: String, or standard: String, variable: (String) -> String?
  ) -> String? {
    // "All paths set in these environment variables must be absolute. If an implementation encounters a
    // relative path in any of these variables it should consider the path invalid and ignore it."
    if let folder = variable(name), folder.hasPrefix("/") { return folder + "/coatcheck" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(standard)/coatcheck"
  }
}
