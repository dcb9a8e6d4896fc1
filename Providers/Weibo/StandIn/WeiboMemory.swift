// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import Foundation
import Synchronization

/// What Weibo remembers besides codes and tokens.
final class WeiboMemory: Sendable {
  private struct State {
    var emptyAnswers: Int
    var browsers: [String: String] = [:]
    var consents: Set<String> = []
  }

  private let state: Mutex<State>

  init(emptyAnswers: Int) { state = Mutex(State(emptyAnswers: emptyAnswers)) }

  /// Whether the next token information is empty.
  func isNextAnswerEmpty() -> Bool {
    state.withLock { state in
      guard state.emptyAnswers > 0 else { return false }
      state.emptyAnswers -= 1
      return true
    }
  }

  /// Makes the next answers of `get_token_info` empty.
  func emptyAnswers(_ count: Int) { state.withLock { $0.emptyAnswers = count } }

  /// A browser that somebody signed in with.
  func remember(_ browser: String, of username: String) {
    state.withLock { $0.browsers[browser] = username }
  }

  /// Who signed in with a browser.
  func username(of browser: String) -> String? { state.withLock { $0.browsers[browser] } }

  /// Notes that somebody allowed an app.
  func consent(_ username: String, to app: String) {
    state.withLock { _ = $0.consents.insert("\(app) \(username)") }
  }

  /// Whether somebody allowed an app before, and didn't take it back.
  func hasConsent(_ username: String, to app: String) -> Bool {
    state.withLock { $0.consents.contains("\(app) \(username)") }
  }

  /// Takes back what somebody allowed an app.
  func withdraw(_ username: String, from app: String) {
    state.withLock { _ = $0.consents.remove("\(app) \(username)") }
  }
}
