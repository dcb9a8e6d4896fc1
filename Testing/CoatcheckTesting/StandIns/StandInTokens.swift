// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
package import Foundation
import Synchronization

/// The codes and tokens that a stand-in has issued, each with its end.
///
/// Every verb is one step: what it gives out once it gives out once.
package final class StandInTokens: Sendable {
  /// What a code or a token stands for.
  package struct Grant: Sendable {
    /// Whose it is; nil for the client's own.
    package var user: StandInUser?
    /// The client.
    package var clientID: String
    /// What was granted.
    package var scopes: [String] = []
    /// The redirect URI that the code was sent to.
    package var redirectURI: String?
    /// The PKCE challenge of the request, if it had one.
    package var challenge: String?
    /// What else the service remembers.
    package var notes: [String: String] = [:]

    package init(
      user: StandInUser? = nil, clientID: String, scopes: [String] = [],
      redirectURI: String? = nil, challenge: String? = nil, notes: [String: String] = [:]
    ) {
      self.user = user
      self.clientID = clientID
      self.scopes = scopes
      self.redirectURI = redirectURI
      self.challenge = challenge
      self.notes = notes
    }
  }

  package init() {}

  private struct Entry {
    var grant: Grant
    var ends: Date?
  }

  private struct State {
    var codes: [String: Entry] = [:]
    var access: [String: Entry] = [:]
    var refresh: [String: Entry] = [:]
  }

  private let state = Mutex(State())

  /// A new value that begins with a text.
  private func random(_ prefix: String) -> String {
    prefix + RuntimeEnvironment.live.token(bytes: 18)
  }

  /// A new name for whatever needs one.
  package func name() -> String { random("n-") }

  /// A new code.
  package func code(for grant: Grant, until ends: Date) -> String {
    let code = random("c-")
    state.withLock { $0.codes[code] = Entry(grant: grant, ends: ends) }
    return code
  }

  /// What a code stands for; it is used up by this, whatever follows.
  package func redeem(code: String, now: Date) -> Grant? {
    state.withLock { $0.codes.removeValue(forKey: code) }.flatMap { Self.live($0, now) }
  }

  /// A new access token.
  package func accessToken(for grant: Grant, prefix: String = "at-", until ends: Date?) -> String {
    let token = random(prefix)
    state.withLock { $0.access[token] = Entry(grant: grant, ends: ends) }
    return token
  }

  /// What an access token stands for; nil when it is unknown or over.
  package func access(_ token: String, now: Date) -> Grant? {
    state.withLock { $0.access[token] }.flatMap { Self.live($0, now) }
  }

  /// A new refresh token.
  package func refreshToken(for grant: Grant, prefix: String = "rt-", until ends: Date?) -> String {
    let token = random(prefix)
    state.withLock { $0.refresh[token] = Entry(grant: grant, ends: ends) }
    return token
  }

  /// What a refresh token stands for; nil when it is unknown or over. It stays good.
  package func refresh(_ token: String, now: Date) -> Grant? {
    state.withLock { $0.refresh[token] }.flatMap { Self.live($0, now) }
  }

  /// What a refresh token stands for; it is used up by this.
  package func spend(refresh token: String, now: Date) -> Grant? {
    state.withLock { $0.refresh.removeValue(forKey: token) }.flatMap { Self.live($0, now) }
  }

  /// Ends one access token.
  package func revoke(access token: String) {
    state.withLock { $0.access[token] = nil }
  }

  /// Ends all access tokens, and the refresh tokens as well if asked: what an administrator does.
  package func revokeAll(refreshToo: Bool = false) {
    state.withLock { state in
      state.access = [:]
      if refreshToo { state.refresh = [:] }
    }
  }

  /// Ends the tokens of those grants that fit.
  package func revoke(where fits: (Grant) -> Bool) {
    state.withLock { state in
      state.access = state.access.filter { !fits($0.value.grant) }
      state.refresh = state.refresh.filter { !fits($0.value.grant) }
    }
  }

  private static func live(_ entry: Entry, _ now: Date) -> Grant? {
    if let ends = entry.ends, ends <= now { return nil }
    return entry.grant
  }
}
