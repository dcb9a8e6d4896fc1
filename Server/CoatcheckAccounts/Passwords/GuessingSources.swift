// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The sources whose last passwords were wrong, in this process: it is this process whose workers they would fill.
///
/// Twice ``limit`` of them are remembered at most; the oldest ones are forgotten, and count as new.
final class GuessingSources: Sendable {
  /// How many wrong passwords in a row a source may send before it counts as one that guesses. Users mistype.
  static let patience = 5
  static let limit = 10_000

  private struct State {
    /// The wrong passwords in a row, by source: of those that were noted lately, and of those before.
    var new: [String: Int] = [:]
    var old: [String: Int] = [:]
  }

  private let state = Mutex(State())

  /// Whether a source guesses.
  func contains(_ source: String) -> Bool {
    state.withLock { ($0.new[source] ?? $0.old[source] ?? 0) > Self.patience }
  }

  /// Notes a password that was checked.
  func note(_ source: String, isRight: Bool) {
    state.withLock { state in
      let count = state.new[source] ?? state.old[source] ?? 0
      state.old[source] = nil
      guard !isRight else {
        state.new[source] = nil
        return
      }
      if state.new.count >= Self.limit { (state.old, state.new) = (state.new, [:]) }
      state.new[source] = count + 1
    }
  }
}
