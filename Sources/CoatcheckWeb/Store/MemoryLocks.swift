// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import Synchronization

/// Locks by name among the tasks of this program. One that is not in use takes no memory.
final class MemoryLocks: Sendable {
  private struct Entry {
    let lock = AsyncLock()
    /// How many tasks hold it or wait for it.
    var users = 0
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// Runs `body` while no other task holds the lock of this name; at once in a task that holds it.
  ///
  /// - Throws: What the body throws; `cancelled` when the task is cancelled while it waits.
  func withLock<Value: Sendable>(
    _ name: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let hold = "\(ObjectIdentifier(self)) \(name)"
    if Hold.isActive(hold) { return try await body() }
    let lock = entries.withLock { entries in
      entries[name, default: Entry()].users += 1
      return entries[name, default: Entry()].lock
    }
    defer { leave(name) }
    try await lock.lock()
    defer { lock.unlock() }
    return try await Hold(hold).run(body)
  }

  private func leave(_ name: String) {
    entries.withLock { entries in
      entries[name]?.users -= 1
      if entries[name]?.users == 0 { entries[name] = nil }
    }
  }
}
