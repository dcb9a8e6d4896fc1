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
  let environment: CoatcheckOAuth.Environment

  /// The live sign-in of a browser, if it has one.
  func login(in head: HTTPRequest) async throws -> LoginSession? {
    guard let token = token(in: head) else { return nil }
    return try await store.login(token.digest, at: environment.now())
  }

  /// Signs a person in.
  ///
  /// - Returns: the session, and the `Set-Cookie` value that keeps it.
  func begin(for userID: String, in head: HTTPRequest) async throws -> (LoginSession, String) {
    if let before = token(in: head) { _ = try await store.endLogin(before.digest) }
    let now = environment.now()
    let token = OpaqueToken(.login, environment: environment)
    let session = LoginSession(
      digest: token.digest, userID: userID, authTime: now,
      expiresAt: now.addingTimeInterval(lifetime))
    try await store.saveLogin(session)
    return (session, rules.setting(Self.name, to: token.secret.reveal(), age: Int(lifetime)))
  }

  private func token(in head: HTTPRequest) -> OpaqueToken? {
    rules.value(Self.name, in: head).flatMap { OpaqueToken(Secret($0), as: .login) }
  }
}
