// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The knowledge of a task that it is inside an exclusive access, so that it does not wait for itself.
final class Hold: Sendable {
  @TaskLocal private static var current: [Hold] = []

  private let key: String
  private let isActive = Mutex(true)

  private init(_ key: String) {
    self.key = key
  }

  /// Whether the current task is inside an access with this key.
  static func isActive(_ key: String) -> Bool {
    current.contains { $0.key == key && $0.isActive.withLock { $0 } }
  }

  /// Runs `body` inside an access with this key.
  ///
  /// A task that the body leaves running inherits the hold, but not for longer than the body runs.
  static func run<Value: Sendable>(
    _ key: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let hold = Hold(key)
    defer { hold.isActive.withLock { $0 = false } }
    return try await $current.withValue(current + [hold]) { try await body() }
  }
}
