// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// Counts the operations that run at once, and their maximum.
final class Running: Sendable {
  private let state = Mutex((now: 0, most: 0))

  var now: Int { state.withLock { $0.now } }
  var most: Int { state.withLock { $0.most } }

  func begin() {
    state.withLock { state in
      state.now += 1
      state.most = max(state.most, state.now)
    }
  }

  func end() {
    state.withLock { $0.now -= 1 }
  }
}
