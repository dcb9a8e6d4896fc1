// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// Waits for a lock that another program holds, without blocking a thread.
package enum LockPolling {
  /// Tries to take the lock again and again, at first after a millisecond and then more and more seldom.
  ///
  /// - Parameters:
  ///   - path: Where the lock is, for the error.
  ///   - patience: How long to wait.
  ///   - longestPause: The longest time between two tries.
  ///   - take: Takes the lock if it is free.
  /// - Throws: `storeFailed` when the lock is held for longer than `patience` (a stopped program may hold it),
  ///   `cancelled` when the task is cancelled, and what `take` throws.
  package static func wait<Lock>(
    in path: String, patience: Duration, longestPause: Duration, environment: RuntimeEnvironment,
    _ take: () async throws(OAuthError) -> Lock?
  ) async throws(OAuthError) -> Lock {
    var pause: Duration = .milliseconds(1)
    var waited: Duration = .zero
    while true {
      if let lock = try await take() { return lock }
      guard waited < patience else {
        throw .store(
          "another process has kept a record in \(path) locked for \(patience.components.seconds) s"
        )
      }
      do { try await environment.sleep(pause) } catch { throw .programCancelled }
      waited += pause
      pause = min(pause * 2, longestPause)
    }
  }
}
