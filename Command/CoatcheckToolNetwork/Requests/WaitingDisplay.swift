// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckOAuth
import Synchronization

/// A line on a terminal that names the server that has not responded yet; shown after a second, removed at
/// the end.
final class WaitingDisplay: Sendable {
  private struct State {
    var last = 0
    var shown: (number: Int, length: Int)?
  }

  /// One request that is under way.
  struct Waiting: Sendable {
    fileprivate let number: Int
    fileprivate let announcement: Task<Void, any Error>
  }

  private let terminal: Terminal
  private let environment: RuntimeEnvironment
  private let state = Mutex(State())

  /// Nil when standard error is not a terminal.
  init?(_ terminal: Terminal, environment: RuntimeEnvironment) {
    guard terminal.noteWidth() != nil else { return nil }
    self.terminal = terminal
    self.environment = environment
  }

  /// Shows, after a second, that `host` is waited for.
  func begin(_ host: String) -> Waiting {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let announcement = Task {
      try await environment.sleep(.seconds(1))
      try Task.checkCancellation()
      show("waiting for \(UntrustedText.printable(host, limit: 256))", number)
    }
    return Waiting(number: number, announcement: announcement)
  }

  /// Removes the line.
  func end(_ waiting: Waiting) {
    waiting.announcement.cancel()
    state.withLock { state in
      guard let shown = state.shown, shown.number == waiting.number else { return }
      state.shown = nil
      terminal.redraw("\r" + String(repeating: " ", count: shown.length) + "\r")
    }
  }

  private func show(_ text: String, _ number: Int) {
    let line = String("coatcheck: \(text) …".prefix((terminal.noteWidth() ?? 80) - 1))
    state.withLock { state in
      guard state.shown == nil, !Task.isCancelled else { return }
      state.shown = (number, line.count)
      terminal.redraw("\r" + line)
    }
  }
}
