// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Marks a task as the holder of a lock, so that it does not wait for itself.
package final class Hold: Sendable {
  private enum State { case active, over, lost }

  @TaskLocal private static var current: [Hold] = []

  private let key: String
  private let state = Mutex(State.active)

  /// Creates a hold on the lock with this key.
  package init(_ key: String) {
    self.key = key
  }

  /// Whether the current task holds the lock with this key.
  package static func isActive(_ key: String) -> Bool {
    current.contains { $0.key == key && $0.state.withLock { $0 == .active } }
  }

  /// Whether a lock of the current task was released early, while the task ran.
  static var isLost: Bool { current.contains { $0.state.withLock { $0 == .lost } } }

  /// Marks the lock as released early, while the body still runs: it has to take the lock again.
  func lose() { state.withLock { if $0 == .active { $0 = .lost } } }

  /// Runs `body` as the holder of the lock.
  ///
  /// A task that the body starts inherits the hold, but only until the body ends.
  package func run<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    defer { state.withLock { if $0 == .active { $0 = .over } } }
    return try await Self.$current.withValue(Self.current + [self]) { try await body() }
  }
}
