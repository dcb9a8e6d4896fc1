// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation

extension DatabaseFile {
  /// How often the lock is tried while another process holds it, fifty times a second.
  private static let patience = 500

  /// Runs `work` while no other process opens a file in the same directory. It waits for up to ten seconds.
  ///
  /// The system releases the lock when a process ends, however it ends.
  /// - Throws: `unavailable` when another process takes longer.
  func exclusively<Result>(_ work: () throws -> Result) throws -> Result {
    let descriptor = Foundation.open(directory, O_RDONLY | O_CLOEXEC)
    // The check of the directory reports the error.
    guard descriptor >= 0 else { return try work() }
    defer { _ = Foundation.close(descriptor) }
    for _ in 0..<Self.patience {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try work() }
      // A file system without such locks is used by one process only.
      guard errno == EWOULDBLOCK || errno == EINTR else { return try work() }
      usleep(20_000)
    }
    throw StoreError(.unavailable, "another process is still opening a store in \(directory)")
  }
}
