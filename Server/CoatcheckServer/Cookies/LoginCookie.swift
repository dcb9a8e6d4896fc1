// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// Keeps a browser signed in: an opaque value in a cookie, its digest in the store.
///
/// Every sign-in makes a new value and ends the one before, so a value planted in the browser is
/// never signed in.
struct LoginCookie: Sendable {
  private static let name = "coatcheck_session"

  let rules: CookieRules
  let store: any IssuerStore
  let lifetime: TimeInterval
  let environment: RuntimeEnvironment

  /// The live sign-in of a browser, if it has one.
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
    // The same user continues the session that clients know; another user begins a new one.
    let sid = earlier.flatMap { $0.userID.isExactly(userID) ? $0.sid : nil }
    let session = LoginSession(
      digest: token.digest, userID: userID, authTime: now,
      expiresAt: now.addingTimeInterval(lifetime), sid: sid ?? environment.token(bytes: 16))
    try await store.saveLogin(session)
    return (session, rules.setting(Self.name, to: token.secret.reveal(), age: Int(lifetime)))
  }

  /// Whether a browser brings something that could be a sign-in.
  func isHeld(in head: HTTPRequest) -> Bool { token(in: head) != nil }

  /// The `Set-Cookie` value that makes a browser forget its sign-in. The session itself ends in the store.
  var removal: String { rules.removing(Self.name) }

  private func token(in head: HTTPRequest) -> OpaqueToken? {
    rules.value(Self.name, in: head).flatMap { OpaqueToken(Secret($0), as: .login) }
  }
}
