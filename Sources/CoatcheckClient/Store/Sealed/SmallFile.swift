// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a small file that the system or the user has provided.
package enum SmallFile {
  /// The purpose of a file, on which its required permissions depend.
  package enum Purpose: Sendable {
    /// A secret: users outside of the file's group can neither read nor change it. A group may read it, as it
    /// may the files of secrets that systemd and Kubernetes mount.
    case secret
    /// Settings: the file belongs to this user or to the system, and other users cannot change it.
    case settings
    /// Content that is used only after it was compared with what the user has approved: others may
    /// change it.
    case agreed
  }

  /// The maximum length of a file, in bytes.
  private static let maximumLength = 64 << 10

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Reads the bytes of a file; nil when there is no file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - purpose: The purpose of the file.
  ///   - failure: Creates the error from a text.
  /// - Throws: `failure` when it is not a regular file, is not kept from other users, or is too long.
  package static func read(
    _ path: String, as purpose: Purpose = .secret, failure: (String) -> OAuthError = { .store($0) }
  ) throws(OAuthError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure("cannot open \(path): \(String(cString: strerror(errno)))")
    }
    let file = OpenFile(descriptor: descriptor)
    guard let status = file.status(), status.st_mode & S_IFMT == S_IFREG else {
      throw failure("\(path) is no plain file")
    }
    switch purpose {
    case .secret:
      guard status.st_mode & 0o007 == 0 else {
        throw failure("\(path) can be read or changed by other users, so it is not a secret")
      }
    case .agreed: break
    case .settings:
      guard status.st_mode & 0o022 == 0, [0, geteuid()].contains(status.st_uid) else {
        throw failure("\(path) can be changed by other users, so it is not obeyed")
      }
    }
    guard status.st_size <= maximumLength else { throw failure("\(path) is too long") }
    return try PrivateFolder.contents(of: file, path: path)
  }
}
