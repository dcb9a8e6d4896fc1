// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The knowledge of a task that it is inside an exclusive access, so that it does not wait for itself.
package final class Hold: Sendable {
  private enum State { case active, over, lost }

  @TaskLocal private static var current: [Hold] = []

  private let key: String
  private let state = Mutex(State.active)

  /// A hold on the access with this key.
  package init(_ key: String) {
    self.key = key
  }

  /// Whether the current task is inside an access with this key.
  package static func isActive(_ key: String) -> Bool {
    current.contains { $0.key == key && $0.state.withLock { $0 == .active } }
  }

  /// Whether the current task was inside an access that was given up while it ran.
  static var isLost: Bool { current.contains { $0.state.withLock { $0 == .lost } } }

  /// Gives the access up while the body still runs. What it does from now on has to take the lock again.
  func lose() { state.withLock { if $0 == .active { $0 = .lost } } }

  /// Runs `body` inside the access.
  ///
  /// A task that the body leaves running inherits the hold, but not for longer than the body runs.
  package func run<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    defer { state.withLock { if $0 == .active { $0 = .over } } }
    return try await Self.$current.withValue(Self.current + [self]) { try await body() }
  }
}
