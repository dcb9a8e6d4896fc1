// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that is set once and awaited once: what is set later is dropped.
///
/// It may be set from any thread, before or after it is awaited, and more than once: callbacks of
/// other code are not trusted to come exactly once.
final class OneShot<Value: Sendable>: Sendable {
  private enum State {
    case open(CheckedContinuation<Value, Never>?)
    case set(Value)
  }

  private let state = Mutex<State>(.open(nil))

  /// Sets the value, unless there is one.
  ///
  /// - Returns: Whether this call set it.
  @discardableResult
  func set(_ value: Value) -> Bool {
    let (isFirst, waiting) = state.withLock { state in
      guard case .open(let waiting) = state else {
        return (false, CheckedContinuation<Value, Never>?.none)
      }
      state = .set(value)
      return (true, waiting)
    }
    waiting?.resume(returning: value)
    return isFirst
  }

  /// The value, once it is set. Only one caller may wait.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let value: Value? = state.withLock { state in
          switch state {
          case .set(let value): return value
          case .open:
            state = .open(continuation)
            return nil
          }
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }
}
