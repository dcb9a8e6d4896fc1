// SPDX-License-Identifier: Apache-2.0

/// The progress of the requests of all sessions. A waiting task is woken once its condition holds.
actor Progress {
  struct State: Sendable {
    /// The stage up to which errands may begin.
    var stage = 0
    /// The finished errands by session, in the order in which they finished.
    var done: [String: [Int]] = [:]
    /// The number of errands that met the network cut, by session.
    var cut: [String: Int] = [:]
    /// Whether the network is available.
    var isUp = true
    /// Whether an error has occurred, so that waiting is useless.
    var hasFailed = false

    /// The number of finished errands.
    var count: Int { done.values.reduce(0) { $0 + $1.count } }
  }

  typealias Condition = @Sendable (State) -> Bool

  private(set) var state = State()
  private var waiting: [(isDue: Condition, continuation: CheckedContinuation<Void, Never>)] = []

  func change(_ body: @Sendable (inout State) -> Void) {
    body(&state)
    let state = state
    let due = waiting.filter { state.hasFailed || $0.isDue(state) }
    waiting.removeAll { state.hasFailed || $0.isDue(state) }
    for waiter in due { waiter.continuation.resume() }
  }

  func wait(until isDue: @escaping Condition) async {
    guard !state.hasFailed, !isDue(state) else { return }
    await withCheckedContinuation { waiting.append((isDue, $0)) }
  }
}
