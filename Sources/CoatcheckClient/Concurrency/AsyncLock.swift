// SPDX-License-Identifier: Apache-2.0

package import CoatcheckOAuth
import Synchronization

/// A lock for tasks, first come first served, which may be held across suspensions.
package final class AsyncLock: Sendable {
  private typealias Waiter = CheckedContinuation<Bool, Never>

  private struct State {
    var isTaken = false
    var next = 0
    var queue: [(ticket: Int, waiter: Waiter)] = []
    var gone: Set<Int> = []
  }

  private let state = Mutex(State())

  /// A lock that is free.
  package init() {}

  /// Waits until the lock is free and takes it.
  ///
  /// - Throws: `cancelled` when the task is cancelled while it waits; it does not have the lock then.
  package func lock() async throws(OAuthError) {
    let ticket = state.withLock { state in
      state.next += 1
      return state.next
    }
    let isOurs = await withTaskCancellationHandler {
      await withCheckedContinuation { enqueue($0, ticket) }
    } onCancel: {
      leave(ticket)
    }
    guard isOurs else { throw .programCancelled }
  }

  /// Gives the lock to the next in the queue.
  package func unlock() {
    let next: Waiter? = state.withLock { state in
      state.isTaken = !state.queue.isEmpty
      return state.isTaken ? state.queue.removeFirst().waiter : nil
    }
    next?.resume(returning: true)
  }

  private func enqueue(_ waiter: Waiter, _ ticket: Int) {
    let answer: Bool? = state.withLock { state in
      if state.gone.remove(ticket) != nil { return false }
      guard state.isTaken else {
        state.isTaken = true
        return true
      }
      state.queue.append((ticket, waiter))
      return nil
    }
    if let answer { waiter.resume(returning: answer) }
  }

  private func leave(_ ticket: Int) {
    let waiter: Waiter? = state.withLock { state in
      guard let index = state.queue.firstIndex(where: { $0.ticket == ticket }) else {
        // Either it is not in the queue yet, or it has the lock already and will give it back.
        state.gone.insert(ticket)
        return nil
      }
      return state.queue.remove(at: index).waiter
    }
    waiter?.resume(returning: false)
  }
}
