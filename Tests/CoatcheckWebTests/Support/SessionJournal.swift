// SPDX-License-Identifier: Apache-2.0
import Synchronization
import TestKit

/// What became of every session cookie that a website has set, and what was seen that must never be.
final class SessionJournal: Sendable {
  private struct Entry {
    let user: String
    /// When the browser had got it, by the clock of the site.
    let opened: Date
    var hasEnded = false
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var notices: [String] = []
  }

  private let state = Mutex(State())

  /// What was against the rules.
  var violations: [String] { state.withLock { $0.notices } }
  /// How many cookies there were.
  var count: Int { state.withLock { $0.entries.count } }
  /// The values of sessions that have ended.
  var ended: [String] { state.withLock { $0.entries.filter(\.value.hasEnded).map(\.key) } }

  /// A browser has got a cookie. No value is given twice.
  func open(_ value: String, for user: String, at now: Date) {
    state.withLock { state in
      if let before = state.entries[value] {
        state.notices.append("a value of \(before.user) was given to \(user)")
      }
      state.entries[value] = Entry(user: user, opened: now)
    }
  }

  /// A session has ended: the user, or the provider, was told so.
  func end(_ value: String) { state.withLock { $0.entries[value]?.hasEnded = true } }

  /// The open sessions of a user that were opened before a time.
  func open(of user: String, before time: Date) -> [String] {
    state.withLock { state in
      state.entries.filter { !$0.value.hasEnded && $0.value.user == user && $0.value.opened < time }
        .map(\.key)
    }
  }

  /// Whether a session has ended before this moment.
  func hasEnded(_ value: String) -> Bool {
    state.withLock { $0.entries[value]?.hasEnded == true }
  }

  /// A page was shown to the browser with a cookie.
  ///
  /// - Parameter hadEnded: Whether the session had ended before the page was asked for.
  func show(_ text: String, to value: String, hadEnded: Bool) {
    state.withLock { state in
      let user = state.entries[value]?.user
      if hadEnded { state.notices.append("an ended session was shown \(text)") }
      if user.map({ "Albums of \($0)" }) != text {
        state.notices.append("\(user ?? "no user") was shown \(text)")
      }
    }
  }

  /// Notes what is against the rules.
  func note(_ text: String) { state.withLock { $0.notices.append(text) } }
}
