// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckIDaaSProtocol
import Foundation
import Synchronization

/// What a gateway remembers.
final class GatewayMemory: Sendable {
  private struct State {
    var sent: [GatewayDelivery] = []
    var moments: [String: [Date]] = [:]
    var nonces: Set<String> = []
    var balance: Int
  }

  private let state: Mutex<State>

  init(balance: Int) { state = Mutex(State(balance: balance)) }

  /// The messages, oldest first.
  var sent: [GatewayDelivery] { state.withLock { $0.sent } }

  /// Notes a nonce.
  ///
  /// - Returns: False when it came before.
  func isNew(_ nonce: String) -> Bool { state.withLock { $0.nonces.insert(nonce).inserted } }

  /// Why a message is not accepted.
  enum Refusal: Error { case balance, limit(TimeInterval) }

  /// Accepts a message, unless the number has reached a limit or the balance is used up.
  ///
  /// - Parameter limits: Windows in seconds, with the maximum number of messages in each.
  /// - Returns: The number of accepted messages, including this one.
  func take(
    _ delivery: GatewayDelivery, key: String, limits: [(TimeInterval, Int)], now: Date
  ) throws(Refusal) -> Int {
    let outcome = state.withLock { state -> Result<Int, Refusal> in
      guard state.balance > 0 else { return .failure(.balance) }
      let before = state.moments[key] ?? []
      for (window, count) in limits
      where before.count(where: { now.timeIntervalSince($0) < window }) >= count {
        return .failure(.limit(window))
      }
      state.moments[key] = before + [now]
      state.balance -= 1
      state.sent.append(delivery)
      return .success(state.sent.count)
    }
    return try outcome.get()
  }
}
