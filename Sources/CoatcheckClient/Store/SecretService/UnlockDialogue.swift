// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How far a conversation has come in asking a person for a password.
///
/// A dialogue that nobody answers is left alone when its time is over. It is not called off: gnome-keyring
/// 42.1 aborts when a client dismisses a prompt that has not been shown (seen 2026-11-21), and everything
/// it keeps open with it. Who answers it late unlocks the keyring for the next time.
final class UnlockDialogue: Sendable {
  /// The dialogues that were left alone; while there is one, no second one is opened.
  final class Left: Sendable {
    fileprivate let count = Atomic(0)

    /// Whether one is still open.
    var isOpen: Bool { count.load(ordering: .acquiring) > 0 }
  }

  private enum State {
    case notPrompted
    case asked
    case left
    case ended
  }

  private let state = Mutex(State.notPrompted)
  private let left: Left

  init(_ left: Left) {
    self.left = left
  }

  /// Whether the person was asked.
  var wasAsked: Bool { state.withLock { $0 == .asked } }

  /// The person is asked.
  func ask() {
    state.withLock { if $0 == .notPrompted { $0 = .asked } }
  }

  /// Nobody waits for the person any more; false when the person was not asked.
  func leave() -> Bool {
    state.withLock { state in
      guard state == .asked else { return false }
      state = .left
      left.count.add(1, ordering: .acquiringAndReleasing)
      return true
    }
  }

  /// The conversation is over.
  func end() {
    state.withLock { state in
      if state == .left { left.count.subtract(1, ordering: .acquiringAndReleasing) }
      state = .ended
    }
  }
}
