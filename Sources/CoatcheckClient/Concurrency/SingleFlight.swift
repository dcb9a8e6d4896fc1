// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization

/// One running operation whose result is shared by concurrent callers.
///
/// The work runs in a task of its own, so a waiter that is cancelled leaves at once, while the work goes
/// on for the others. Every waiter is resumed exactly once.
final class SingleFlight<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Result<Value, OAuthError>, Never>

  private enum State {
    case flying(waiters: [Int: Waiter], gone: Set<Int>, next: Int)
    case landed(Result<Value, OAuthError>)
  }

  private let state = Mutex(State.flying(waiters: [:], gone: [], next: 0))

  /// Starts the work.
  static func start(
    _ work: @escaping @Sendable () async -> Result<Value, OAuthError>
  ) -> SingleFlight {
    let flight = SingleFlight()
    Task { flight.land(await work()) }
    return flight
  }

  /// Waits for the result.
  ///
  /// - Throws: What the work threw; `cancelled` when the waiting task is cancelled before.
  func value() async throws(OAuthError) -> Value {
    let ticket = takeTicket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { add($0, ticket) }
    } onCancel: {
      leave(ticket)
    }
    return try result.get()
  }

  private func takeTicket() -> Int {
    state.withLock { state in
      guard case .flying(let waiters, let gone, let next) = state else { return 0 }
      state = .flying(waiters: waiters, gone: gone, next: next + 1)
      return next
    }
  }

  private func add(_ waiter: Waiter, _ ticket: Int) {
    let result: Result<Value, OAuthError>? = state.withLock { state in
      switch state {
      case .landed(let result): return result
      case .flying(var waiters, var gone, let next):
        if gone.remove(ticket) != nil {
          state = .flying(waiters: waiters, gone: gone, next: next)
          return .failure(.programCancelled)
        }
        state = .flying(waiters: [:], gone: [], next: next)
        waiters[ticket] = waiter
        state = .flying(waiters: waiters, gone: gone, next: next)
        return nil
      }
    }
    if let result { waiter.resume(returning: result) }
  }

  private func leave(_ ticket: Int) {
    let waiter: Waiter? = state.withLock { state in
      guard case .flying(var waiters, var gone, let next) = state else { return nil }
      let waiter = waiters.removeValue(forKey: ticket)
      if waiter == nil { gone.insert(ticket) }
      state = .flying(waiters: waiters, gone: gone, next: next)
      return waiter
    }
    waiter?.resume(returning: .failure(.programCancelled))
  }

  private func land(_ result: Result<Value, OAuthError>) {
    let waiters: [Waiter] = state.withLock { state in
      guard case .flying(let waiters, _, _) = state else { return [] }
      state = .landed(result)
      return Array(waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: result) }
  }
}
