// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Crypto
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock between processes, which the system releases when the process of its owner ends.
///
/// All locks of a folder are bytes of one file, `locks`, which stays empty and is never removed: a
/// lock on the data file would get lost when that is replaced. Each is taken with an open file
/// description of its own, so that it holds inside one process as well, and is not inherited by
/// programs which are started
/// meanwhile ([fcntl(2)](https://man7.org/linux/man-pages/man2/fcntl.2.html), "Open file description
/// locks").
final class FileLock: Sendable {
  /// The name of the file in each folder.
  static let name = "locks"

  private let file: Mutex<Int32?>

  private init(_ descriptor: Int32) {
    file = Mutex(descriptor)
  }

  deinit { release() }

  /// Takes the lock with this key if it is free; nil if it is held.
  static func take(
    _ key: String, in folder: borrowing PrivateFolder
  ) throws(OAuthError) -> FileLock? {
    let path = "\(folder.path)/\(name)"
    let descriptor = openat(
      folder.file.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .store("cannot open the locks \(path)", errno) }
    let lock = FileLock(descriptor)
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = place(of: key)
    range.l_len = 1
    while fcntl(descriptor, setLock, &range) != 0 {
      switch errno {
      case EINTR: continue
      case EAGAIN, EACCES: return nil
      default: throw .store("cannot lock \(path)", errno)
      }
    }
    return lock
  }

  /// The offset of the byte that represents a lock: 62 bits of the hash of its key, so that no two
  /// locks have the same byte.
  private static func place(of key: String) -> off_t {
    let bits = SHA256.hash(data: Array(key.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    return off_t(truncatingIfNeeded: bits >> 2)
  }

  // F_OFD_SETLK of <fcntl.h>, which the C libraries hide behind macros that Swift does not set.
  #if canImport(Darwin)
    private static let setLock: Int32 = 90
  #else
    private static let setLock: Int32 = 37
  #endif

  /// Releases the lock.
  func release() {
    file.withLock { file in
      if let descriptor = file {
        // A program that is being started just now has a copy of the descriptor for a moment, so
        // that closing it here is not enough.
        var range = flock()
        range.l_type = Int16(F_UNLCK)
        range.l_whence = Int16(SEEK_SET)
        _ = fcntl(descriptor, Self.setLock, &range)
        close(descriptor)
      }
      file = nil
    }
  }
}
