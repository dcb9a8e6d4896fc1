// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Stops a thread of the server at one point until a test has done something.
final class Pause: @unchecked Sendable {
  private let condition = NSCondition()
  private var isOn = false
  private var isReached = false

  /// The next thread that comes to the point stops.
  func begin() {
    condition.withLock { isOn = true }
  }

  /// The point in the server.
  func wait() {
    condition.lock()
    defer { condition.unlock() }
    isReached = isOn
    while isOn { condition.wait() }
  }

  /// Waits until a thread has stopped.
  func reached() async throws {
    while !condition.withLock({ isReached }) { try await Task.sleep(for: .milliseconds(5)) }
  }

  func end() {
    condition.withLock {
      isOn = false
      condition.broadcast()
    }
  }
}
