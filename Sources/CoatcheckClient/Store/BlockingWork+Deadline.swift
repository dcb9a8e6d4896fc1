// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Dispatch
import Synchronization

extension BlockingWork {
  /// What happens when the task of the work is cancelled.
  enum Cancellation: Sendable {
    /// The caller leaves at once; the work is asked to stop.
    case leaves
    /// The work continues: a write that has begun is better finished than left in doubt.
    case waits
  }

  /// Runs blocking work that depends on another program and may never end.
  ///
  /// The caller continues at the deadline, even if the work has not ended. The work is asked to stop
  /// then, and its thread ends with it.
  ///
  /// - Parameters:
  ///   - deadline: Waits until the deadline, and returns the error for work that took too long.
  ///   - cancellation: What a cancelled caller does.
  ///   - stop: It asks the work to stop, on any thread and at any time.
  ///   - work: The work.
  static func run<Value: Sendable>(
    until deadline: @escaping @Sendable () async throws -> OAuthError,
    whenCancelled cancellation: Cancellation, stop: @escaping @Sendable () -> Void = {},
    _ work: @escaping @Sendable () throws(OAuthError) -> Value
  ) async throws(OAuthError) -> Value {
    let answer = Answer<Value>()
    let timer = Task {
      guard let late = try? await deadline(), !Task.isCancelled else { return }
      if answer.settle(.failure(late)) { stop() }
    }
    defer { timer.cancel() }
    DispatchQueue(label: "coatcheck.blocking").async {
      let result: Result<Value, OAuthError>
      do throws(OAuthError) {
        result = .success(try work())
      } catch {
        result = .failure(error)
      }
      answer.settle(result)
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { answer.wait($0) }
    } onCancel: {
      guard cancellation == .leaves else { return }
      if answer.settle(.failure(.programCancelled)) { stop() }
    }
    return try result.get()
  }
}

/// The first of several results, for a task that waits.
private final class Answer<Value: Sendable>: Sendable {
  private enum State {
    case open(CheckedContinuation<Result<Value, OAuthError>, Never>?)
    case settled(Result<Value, OAuthError>)
  }

  private let state = Mutex(State.open(nil))

  /// Sets the result, unless there is one already.
  @discardableResult
  func settle(_ result: Result<Value, OAuthError>) -> Bool {
    let (isFirst, waiter) = state.withLock { state in
      guard case .open(let waiter) = state else {
        return (false, CheckedContinuation<Result<Value, OAuthError>, Never>?.none)
      }
      state = .settled(result)
      return (true, waiter)
    }
    waiter?.resume(returning: result)
    return isFirst
  }

  /// Waits for the result.
  func wait(_ waiter: CheckedContinuation<Result<Value, OAuthError>, Never>) {
    let result: Result<Value, OAuthError>? = state.withLock { state in
      if case .settled(let result) = state { return result }
      state = .open(waiter)
      return nil
    }
    if let result { waiter.resume(returning: result) }
  }
}
