// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import Foundation
import Synchronization

/// What Weibo remembers besides codes and tokens.
final class WeiboMemory: Sendable {
  private struct State {
    var emptyReplies: Int
    var browsers: [String: String] = [:]
    var consents: Set<String> = []
  }

  private let state: Mutex<State>

  init(emptyReplies: Int) { state = Mutex(State(emptyReplies: emptyReplies)) }

  /// Whether the next token information is empty.
  func isNextReplyEmpty() -> Bool {
    state.withLock { state in
      guard state.emptyReplies > 0 else { return false }
      state.emptyReplies -= 1
      return true
    }
  }

  /// Makes the next answers of `get_token_info` empty.
  func emptyReplies(_ count: Int) { state.withLock { $0.emptyReplies = count } }

  /// Remembers that a user signed in with a browser.
  func remember(_ browser: String, of username: String) {
    state.withLock { $0.browsers[browser] = username }
  }

  /// Who signed in with a browser.
  func username(of browser: String) -> String? { state.withLock { $0.browsers[browser] } }

  /// Notes that a user allowed an app.
  func consent(_ username: String, to app: String) {
    state.withLock { _ = $0.consents.insert("\(app) \(username)") }
  }

  /// Whether a user allowed an app before, and did not take it back.
  func hasConsent(_ username: String, to app: String) -> Bool {
    state.withLock { $0.consents.contains("\(app) \(username)") }
  }

  /// Takes back what a user allowed an app.
  func withdraw(_ username: String, from app: String) {
    state.withLock { _ = $0.consents.remove("\(app) \(username)") }
  }
}
