// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file or folder, closed when it goes away.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  deinit { close(descriptor) }

  /// What the file system says about it.
  func status() -> stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// Ensures that only this user has access to it, and removes the rights of others away if they
  /// have any.
  ///
  /// - Throws: `storeFailed` when it is another user's, or the rights cannot be taken away.
  func makePrivate(_ mode: mode_t, path: String) throws(OAuthError) {
    guard let status = status(), status.st_uid == geteuid() else {
      throw .store("\(path) belongs to another user")
    }
    if status.st_mode & 0o077 != 0, fchmod(descriptor, mode) != 0 {
      throw .store("\(path) can be read by others, and that cannot be changed", errno)
    }
  }

  /// Waits until everything written is on the disk.
  func sync(path: String) throws(OAuthError) {
    #if canImport(Darwin)
      // On Darwin fsync leaves the data in the drive's cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw .store("cannot write \(path)", errno) }
  }
}

extension OAuthError {
  /// The error of a store that cannot be used now. What it holds is untouched.
  package static func store(_ what: String, _ number: Int32? = nil) -> OAuthError {
    let why = number.map { ": \(String(cString: strerror($0)))" } ?? ""
    return .unreachable(.storeFailed, "The session store failed: \(what)\(why).")
  }
}
