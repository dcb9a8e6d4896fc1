// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A small file with a secret that the system or the user put there.
package enum SmallFile {
  /// The longest file that is read, in bytes.
  private static let maximumLength = 64 << 10

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Its bytes; nil when there is no file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - failure: Makes an error of what is wrong.
  /// - Throws: `failure` when it is not a regular file, other users can read or change it, or it is too long.
  package static func read(
    _ path: String, failure: (String) -> OAuthError = { .store($0) }
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
    guard status.st_mode & 0o007 == 0 else {
      throw failure("\(path) can be read or changed by other users, so it is not a secret")
    }
    guard status.st_size <= maximumLength else { throw failure("\(path) is too long") }
    return try PrivateFolder.contents(of: file, path: path)
  }
}
