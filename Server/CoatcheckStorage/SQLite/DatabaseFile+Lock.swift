// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Foundation

extension DatabaseFile {
  /// How often to try again while another process holds the lock, fifty times a second.
  private static let patience = 500

  /// Does something while no other process opens a file in the same directory; it waits for ten seconds.
  ///
  /// The system releases the lock when a process ends, however it ends.
  /// - Throws: `unavailable` when another process takes longer.
  func exclusively<Result>(_ work: () throws -> Result) throws -> Result {
    let descriptor = Foundation.open(directory, O_RDONLY | O_CLOEXEC)
    // The check of the directory reports what is wrong with it.
    guard descriptor >= 0 else { return try work() }
    defer { _ = Foundation.close(descriptor) }
    for _ in 0..<Self.patience {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try work() }
      // A file system without such locks is one of a single process.
      guard errno == EWOULDBLOCK || errno == EINTR else { return try work() }
      usleep(20_000)
    }
    throw StoreError(.unavailable, "another process is still opening a store in \(directory)")
  }
}
