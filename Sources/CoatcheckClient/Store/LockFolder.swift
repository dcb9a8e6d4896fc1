// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth

/// A folder whose locks keep the processes of one user apart.
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
  /// - Throws: What the body throws; `storeFailed` when the lock cannot be had, `cancelled` when
  ///   the task is cancelled while waiting for it.
  package func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let hold = hold(lock)
    if Hold.isActive(hold) { return try await body() }
    let held = try await FileLock.wait(
      for: lock.key, in: path, patience: lock.patience, environment: environment)
    defer { held.release() }
    return try await Hold.run(hold, body)
  }

  /// Does something while the lock is held, if that can be had at once; nil otherwise.
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
