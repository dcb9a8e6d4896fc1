// SPDX-License-Identifier: Apache-2.0
import Synchronization
import TestKit

/// The state of every session cookie that a website has set, and the violations that were seen.
final class SessionJournal: Sendable {
  private struct Entry {
    let user: String
    /// When the browser received it, by the clock of the site.
    let opened: Date
    var hasEnded = false
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var notices: [String] = []
  }

  private let state = Mutex(State())

  /// What violated the rules.
  var violations: [String] { state.withLock { $0.notices } }
  /// The number of cookies.
  var count: Int { state.withLock { $0.entries.count } }
  /// The values of sessions that have ended.
  var ended: [String] { state.withLock { $0.entries.filter(\.value.hasEnded).map(\.key) } }

  /// Records a cookie that a browser received. Each value is unique.
  func open(_ value: String, for user: String, at now: Date) {
    state.withLock { state in
      if let before = state.entries[value] {
        state.notices.append("a value of \(before.user) was given to \(user)")
      }
      state.entries[value] = Entry(user: user, opened: now)
    }
  }

  /// Records that a session has ended, as the user or the provider was told.
  func end(_ value: String) { state.withLock { $0.entries[value]?.hasEnded = true } }

  /// The open sessions of a user that were opened before a time.
  func open(of user: String, before time: Date) -> [String] {
    state.withLock { state in
      state.entries.filter { !$0.value.hasEnded && $0.value.user == user && $0.value.opened < time }
        .map(\.key)
    }
  }

  /// Whether a session has ended by now.
  func hasEnded(_ value: String) -> Bool {
    state.withLock { $0.entries[value]?.hasEnded == true }
  }

  /// Checks a page that was shown to a browser with a cookie.
  ///
  /// - Parameter hadEnded: Whether the session had ended before the request.
  func show(_ text: String, to value: String, hadEnded: Bool) {
    state.withLock { state in
      let user = state.entries[value]?.user
      if hadEnded { state.notices.append("an ended session was shown \(text)") }
      if user.map({ "Albums of \($0)" }) != text {
        state.notices.append("\(user ?? "no user") was shown \(text)")
      }
    }
  }

  /// Records a violation.
  func note(_ text: String) { state.withLock { $0.notices.append(text) } }
}
