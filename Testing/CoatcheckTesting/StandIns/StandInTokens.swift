// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
package import Foundation
import Synchronization

/// The codes and tokens that a stand-in has issued, with their expiry.
///
/// Every operation is atomic.
package final class StandInTokens: Sendable {
  /// The grant of a code or token.
  package struct Grant: Sendable {
    /// The user; nil for a token of the client itself.
    package var user: StandInUser?
    /// The client.
    package var clientID: String
    /// The granted scopes.
    package var scopes: [String] = []
    /// The redirect URI that the code was sent to.
    package var redirectURI: String?
    /// The PKCE challenge of the request, if any.
    package var challenge: String?
    /// Further values of the service.
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

  /// A new random value with a prefix.
  private func random(_ prefix: String) -> String {
    prefix + RuntimeEnvironment.live.token(bytes: 18)
  }

  /// A new identifier.
  package func name() -> String { random("n-") }

  /// A new code.
  package func code(for grant: Grant, until ends: Date) -> String {
    let code = random("c-")
    state.withLock { $0.codes[code] = Entry(grant: grant, ends: ends) }
    return code
  }

  /// Redeems a code: returns its grant and removes it.
  package func redeem(code: String, now: Date) -> Grant? {
    state.withLock { $0.codes.removeValue(forKey: code) }.flatMap { Self.live($0, now) }
  }

  /// A new access token.
  package func accessToken(for grant: Grant, prefix: String = "at-", until ends: Date?) -> String {
    let token = random(prefix)
    state.withLock { $0.access[token] = Entry(grant: grant, ends: ends) }
    return token
  }

  /// The grant of an access token; nil if the token is unknown or expired.
  package func access(_ token: String, now: Date) -> Grant? {
    state.withLock { $0.access[token] }.flatMap { Self.live($0, now) }
  }

  /// A new refresh token.
  package func refreshToken(for grant: Grant, prefix: String = "rt-", until ends: Date?) -> String {
    let token = random(prefix)
    state.withLock { $0.refresh[token] = Entry(grant: grant, ends: ends) }
    return token
  }

  /// The grant of a refresh token; nil if the token is unknown or expired. The token stays valid.
  package func refresh(_ token: String, now: Date) -> Grant? {
    state.withLock { $0.refresh[token] }.flatMap { Self.live($0, now) }
  }

  /// Redeems a refresh token: returns its grant and removes it.
  package func spend(refresh token: String, now: Date) -> Grant? {
    state.withLock { $0.refresh.removeValue(forKey: token) }.flatMap { Self.live($0, now) }
  }

  /// Revokes one access token.
  package func revoke(access token: String) {
    state.withLock { $0.access[token] = nil }
  }

  /// Revokes all access tokens, and optionally the refresh tokens.
  package func revokeAll(refreshToo: Bool = false) {
    state.withLock { state in
      state.access = [:]
      if refreshToo { state.refresh = [:] }
    }
  }

  /// Revokes the tokens of the grants that match.
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
