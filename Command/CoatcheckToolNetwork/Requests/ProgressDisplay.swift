// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import CoatcheckOAuth
import Synchronization

/// A progress bar on a terminal: one line, drawn over and over, and gone at the end.
///
/// Nothing is drawn in the first half second, since most transfers have ended by then, and not more than
/// ten times a second.
final class ProgressDisplay: Sendable {
  private struct State {
    var next: Duration
    var drawn = 0
  }

  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  private let terminal: Terminal
  private let environment: RuntimeEnvironment
  private let state: Mutex<State>

  /// Nil when standard error is not a terminal.
  init?(_ terminal: Terminal, environment: RuntimeEnvironment) {
    guard terminal.noteWidth() != nil else { return nil }
    self.terminal = terminal
    self.environment = environment
    state = Mutex(State(next: environment.uptime() + Self.delay))
  }

  /// Shows how far the transfer has come, if it is time for that.
  func show(_ word: String, bytes: Int64, total: Int64?) {
    let now = environment.uptime()
    state.withLock { state in
      guard now >= state.next, let width = terminal.noteWidth() else { return }
      state.next = now + Self.interval
      draw(ProgressBar.line(word, bytes: bytes, total: total, width: width), &state)
    }
  }

  /// Removes the line.
  func clear() {
    state.withLock { state in
      guard state.drawn > 0 else { return }
      draw("", &state)
      terminal.redraw("\r")
    }
  }

  private func draw(_ line: String, _ state: inout State) {
    // Spaces overwrite the rest of a longer line.
    let rest = String(repeating: " ", count: max(0, state.drawn - line.count))
    terminal.redraw("\r" + line + rest)
    state.drawn = line.count
  }
}
