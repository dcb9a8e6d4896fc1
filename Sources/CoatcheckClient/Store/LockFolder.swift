// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// A folder with locks between the processes of one user.
package struct LockFolder: Sendable {
  /// The folder, without a slash at its end.
  let path: String
  let environment: RuntimeEnvironment

  /// Locks in this folder; it is made when the first lock is taken.
  package init(path: String, environment: RuntimeEnvironment) {
    self.path = path
    self.environment = environment
  }

  /// Runs `body` while no other task, in any process, holds the same lock of this folder.
  ///
  /// Where the system suspends apps, the lock is held inside an activity. When that expires, the lock
  /// is released at once while the body continues: it has to take the lock again before it writes.
  ///
  /// - Throws: What the body throws; `storeFailed` when the lock cannot be had, `cancelled` when
  ///   the task is cancelled while waiting for it.
  package func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let name = hold(lock)
    if Hold.isActive(name) { return try await body() }
    let (held, activity) = try await LockPolling.wait(
      in: path, patience: lock.patience, longestPause: .milliseconds(50), environment: environment
    ) { () async throws(OAuthError) in try await take(lock) }
    defer {
      held.release()
      activity?.finish()
    }
    let hold = Hold(name)
    activity?.atExpiry {
      hold.lose()
      held.release()
    }
    return try await hold.run(body)
  }

  /// Takes the lock if it is free; nil if it is held. The activity begins before and goes on with the lock.
  private func take(
    _ lock: StoreLock
  ) async throws(OAuthError) -> (FileLock, ExpiringActivity?)? {
    let activity = await ExpiringActivity.begin("lock of a session")
    guard activity?.isExpired != true else {
      activity?.finish()
      throw .store("the system is about to suspend the app and grants no time to hold a lock")
    }
    do throws(OAuthError) {
      if let held = try FileLock.take(lock.key, in: PrivateFolder.create(path)) {
        return (held, activity)
      }
    } catch {
      activity?.finish()
      throw error
    }
    activity?.finish()
    return nil
  }

  /// Runs `work` while the lock is held, if the lock is free; nil otherwise.
  func ifFree<Value>(
    _ lock: StoreLock, _ work: () throws(OAuthError) -> Value
  ) throws(OAuthError) -> Value? {
    if Hold.isActive(hold(lock)) { return try work() }
    guard let folder = try PrivateFolder.open(path),
      let held = try FileLock.take(lock.key, in: folder)
    else { return nil }
    defer { held.release() }
    return try work()
  }

  private func hold(_ lock: StoreLock) -> String { "\(path)/\(lock.key)" }
}
