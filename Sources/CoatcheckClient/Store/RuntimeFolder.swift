// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folders for what the programs of one user must agree on while they run, such as locks of stores
/// which have no files of their own.
package enum RuntimeFolder {
  /// The path of such a folder: in `XDG_RUNTIME_DIR`, else in `/run/user/UID`, where this user owns it,
  /// else beside it in `/tmp`.
  ///
  /// Programs with and without the variable agree wherever it has the usual value.
  package static func path(_ name: String) -> String {
    let user = geteuid()
    for folder in [variable("XDG_RUNTIME_DIR"), "/run/user/\(user)"] {
      // Under sudo the variable may still name the folder of another user.
      if let folder, folder.hasPrefix("/"), owner(of: folder) == user {
        return "\(folder)/coatcheck/\(name)"
      }
    }
    // One step below /tmp, so that everything in the path is either the system's or this user's.
    return "/tmp/coatcheck-\(user)-\(name)"
  }

  /// An environment variable, unless it is empty.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value[0] != 0 else { return nil }
    return String(cString: value)
  }

  private static func owner(of path: String) -> uid_t? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    return status.st_uid
  }
}
