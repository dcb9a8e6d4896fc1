// SPDX-License-Identifier: Apache-2.0

import TestKit

/// Holds each caller until it is opened, and reports when a caller has arrived.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals = 0
    var watchers: [(Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  func pass() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let ready: [CheckedContinuation<Void, Never>] = state.withLock { state in
        state.arrivals += 1
        let arrivals = state.arrivals
        var ready = state.watchers.filter { $0.0 <= arrivals }.map(\.1)
        state.watchers.removeAll { $0.0 <= arrivals }
        if state.isOpen { ready.append(continuation) } else { state.waiting.append(continuation) }
        return ready
      }
      for continuation in ready { continuation.resume() }
    }
  }

  func arrived(_ count: Int = 1) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isThere = state.withLock { state in
        if state.arrivals >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
