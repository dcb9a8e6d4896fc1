// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The state of the password prompt in one conversation with the Secret Service.
///
/// A prompt that is not answered stays open after the deadline. It is not dismissed: gnome-keyring 42.1
/// aborts when a client dismisses a prompt that has not been shown (seen 2026-11-21), and the keyrings
/// that it has unlocked are closed with it. A late answer of the user unlocks the keyring for the next
/// time.
final class UnlockDialogue: Sendable {
  /// The prompts that were left open; while there is one, no second one is opened.
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

  /// Whether the user was asked.
  var wasAsked: Bool { state.withLock { $0 == .asked } }

  /// Records that the user is asked.
  func ask() {
    state.withLock { if $0 == .notPrompted { $0 = .asked } }
  }

  /// The caller no longer waits for the user; false when the user was not asked.
  func leave() -> Bool {
    state.withLock { state in
      guard state == .asked else { return false }
      state = .left
      left.count.add(1, ordering: .acquiringAndReleasing)
      return true
    }
  }

  /// Records that the conversation has ended.
  func end() {
    state.withLock { state in
      if state == .left { left.count.subtract(1, ordering: .acquiringAndReleasing) }
      state = .ended
    }
  }
}
