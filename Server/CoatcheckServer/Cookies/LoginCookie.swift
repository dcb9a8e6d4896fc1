// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The cookie of a login session: it contains a random value, whose digest is in the store.
///
/// Each sign-in creates a new value and ends the one before, which prevents session fixation: a value that
/// an attacker set in the browser is never signed in.
struct LoginCookie: Sendable {
  private static let name = "coatcheck_session"

  let rules: CookieRules
  let store: any IssuerStore
  let lifetime: TimeInterval
  let environment: RuntimeEnvironment

  /// The login session of a browser; nil when no user is signed in.
  func login(in head: HTTPRequest) async throws -> LoginSession? {
    guard let token = token(in: head) else { return nil }
    return try await store.login(token.digest, at: environment.now())
  }

  /// Signs a user in.
  ///
  /// - Returns: The session, and the `Set-Cookie` value that keeps it.
  func begin(for userID: String, in head: HTTPRequest) async throws -> (LoginSession, String) {
    let now = environment.now()
    var earlier: LoginSession?
    if let before = self.token(in: head) {
      earlier = try await store.login(before.digest, at: now)
      _ = try await store.endLogin(before.digest)
    }
    let token = OpaqueToken(.login, environment: environment)
    // The same user keeps the `sid` that clients know; another user gets a new one.
    let sid = earlier.flatMap { $0.userID.isExactly(userID) ? $0.sid : nil }
    let session = LoginSession(
      digest: token.digest, userID: userID, authTime: now,
      expiresAt: now.addingTimeInterval(lifetime), sid: sid ?? environment.token(bytes: 16))
    try await store.saveLogin(session)
    return (session, rules.setting(Self.name, to: token.secret.reveal(), age: Int(lifetime)))
  }

  /// Whether a request has a cookie in the form of a login session, valid or not.
  func isHeld(in head: HTTPRequest) -> Bool { token(in: head) != nil }

  /// The `Set-Cookie` value that removes the cookie. The session itself ends in the store.
  var removal: String { rules.removing(Self.name) }

  private func token(in head: HTTPRequest) -> OpaqueToken? {
    rules.value(Self.name, in: head).flatMap { OpaqueToken(Secret($0), as: .login) }
  }
}
