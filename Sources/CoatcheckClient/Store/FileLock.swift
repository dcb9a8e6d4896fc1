// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock between processes, which the system gives back when its owner dies.
///
/// It is `flock` on a file of its own that is never removed: a lock on the data file would get lost
/// when that is replaced. The descriptor isn't inherited by programs which are started meanwhile.
final class FileLock: Sendable {
  private let file: Mutex<Int32?>

  private init(_ descriptor: Int32) {
    file = Mutex(descriptor)
  }

  deinit { release() }

  /// Takes the lock if it is free; nil if somebody has it.
  static func take(
    _ name: String, in folder: borrowing PrivateFolder
  ) throws(OAuthError) -> FileLock? {
    let path = "\(folder.path)/\(name)"
    let descriptor = openat(
      folder.file.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw .store("can't open the lock \(path)", errno) }
    let lock = FileLock(descriptor)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return nil
      default: throw .store("can't lock \(path)", errno)
      }
    }
    return lock
  }

  /// Waits for the lock without blocking a thread.
  ///
  /// - Throws: `storeFailed` when somebody keeps it for longer than `patience` (a stopped process may),
  ///   and `cancelled` when the task is cancelled.
  static func wait(
    for name: String, in path: String, patience: Duration, environment: Environment
  ) async throws(OAuthError) -> FileLock {
    var pause: Duration = .milliseconds(1)
    var waited: Duration = .zero
    while true {
      if let lock = try take(name, in: PrivateFolder.create(path)) { return lock }
      guard waited < patience else {
        throw .store(
          "another process has kept \(path)/\(name) locked for \(patience.components.seconds) s")
      }
      do { try await environment.sleep(pause) } catch { throw .programCancelled }
      waited += pause
      pause = min(pause * 2, .milliseconds(50))
    }
  }

  /// Gives the lock back.
  func release() {
    file.withLock { file in
      if let descriptor = file { close(descriptor) }
      file = nil
    }
  }
}
