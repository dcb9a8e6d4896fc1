// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// Blocks threads until it is opened.
final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var isOpen = false

  func wait() {
    condition.lock()
    defer { condition.unlock() }
    while !isOpen { condition.wait() }
  }

  func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }
}
