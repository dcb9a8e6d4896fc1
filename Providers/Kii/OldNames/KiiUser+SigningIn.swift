// SPDX-License-Identifier: Apache-2.0

import Coatcheck
import CoatcheckClient
import CoatcheckKii
import CoatcheckOAuth
public import Foundation
import Synchronization

extension KiiUser {
  /// Signs in with an access token. The session has no refresh token, and continues until Kii rejects the
  /// token.
  ///
  /// New code calls `client.signIn(using: .kiiToken(token))`.
  ///
  /// - Parameters:
  ///   - accessToken: The access token that the app has kept.
  ///   - block: Called once on the main thread, with the user or an error of ``KiiErrorDomain``.
  public static func authenticate(
    withToken accessToken: String!, andBlock block: @escaping KiiUserBlock
  ) {
    call(block) { () async throws(OAuthError) in
      try await signIn(.kiiToken(Secret(accessToken ?? "")))
    }
  }

  /// Signs in with an access token and its expiry, which is only remembered: Kii decides when the token
  /// expires.
  ///
  /// New code calls `client.signIn(using: .kiiToken(token, expiresAt: date))`.
  ///
  /// - Parameters:
  ///   - accessToken: The access token that the app has kept.
  ///   - expiresAt: When it expires, by the wall clock; nil for the distant future.
  ///   - block: Called once on the main thread, with the user or an error of ``KiiErrorDomain``.
  public static func authenticate(
    withToken accessToken: String!, andExpiresAt expiresAt: Date!,
    andBlock block: @escaping KiiUserBlock
  ) {
    let end = expiresAt ?? .distantFuture
    call(block) { () async throws(OAuthError) in
      try await signIn(.kiiToken(Secret(accessToken ?? ""), expiresAt: end))
    }
  }

  /// Signs in with an access token, and waits for the result: call it from the main thread or a thread of
  /// your own, never from a task of Swift's concurrency.
  ///
  /// New code awaits `client.signIn(using: .kiiToken(token))`.
  ///
  /// - Parameter accessToken: The access token that the app has kept.
  /// - Returns: The user. It may be ignored.
  /// - Throws: An `NSError` of ``KiiErrorDomain``; no user is signed in by this call then.
  @discardableResult
  public static func authenticate(
    withTokenSynchronous accessToken: String!
  ) throws -> KiiUser {
    do throws(OAuthError) {
      return try waiting { () async throws(OAuthError) in
        try await signIn(.kiiToken(Secret(accessToken ?? "")))
      }
    } catch {
      throw error.asKiiError
    }
  }

  /// Signs in with the stored session: that of the user who signed in last and did not sign out, with its
  /// refresh token. Nothing is sent.
  ///
  /// New code calls `client.session()`.
  ///
  /// - Parameter block: Called once on the main thread, with the user or an error of ``KiiErrorDomain``:
  ///   331 if no session is stored.
  public static func authenticate(storedCredentials block: @escaping KiiUserBlock) {
    call(block) { () async throws(OAuthError) in try await stored() }
  }

  /// Signs in with the stored session, as ``authenticate(storedCredentials:)``, and waits for the result:
  /// call it from the main thread or a thread of your own, never from a task of Swift's concurrency.
  ///
  /// - Returns: The user. It may be ignored.
  /// - Throws: An `NSError` of ``KiiErrorDomain``: 331 if no session is stored, 1201, 1202 or 1205 if the
  ///   store fails; no user is signed in by this call then.
  @discardableResult
  public static func authenticateWithStoredCredentialsSynchronous() throws -> KiiUser {
    do throws(OAuthError) {
      return try waiting { () async throws(OAuthError) in try await stored() }
    } catch {
      throw error.asKiiError
    }
  }

  /// Signs in with a username and a password.
  ///
  /// New code calls `client.signIn(using: .kiiPassword(username, password: password))`.
  ///
  /// - Parameters:
  ///   - userIdentifier: A login name, or a verified e-mail address or phone number.
  ///   - password: The password.
  ///   - block: Called once on the main thread, with the user or an error of ``KiiErrorDomain``.
  public static func authenticate(
    _ userIdentifier: String!, withPassword password: String!,
    andBlock block: @escaping KiiUserBlock
  ) {
    call(block) { () async throws(OAuthError) in
      try await signIn(
        .kiiPassword(KiiUsername(userIdentifier ?? ""), password: Secret(password ?? "")))
    }
  }

  private static func stored() async throws(OAuthError) -> KiiUser {
    let client = try Kii.state.withLock { $0.client }.get()
    guard let session = try await client.session() else { throw .ended(.signedOut) }
    return current(session)
  }

  private static func signIn(_ flow: some SignInFlow) async throws(OAuthError) -> KiiUser {
    let client = try Kii.state.withLock { $0.client }.get()
    let session = try await client.signIn(using: flow)
    // The old SDK has one user at a time: the sessions of other users are removed from the store.
    for other in try await client.sessions() where other.account != session.account {
      try await client.accounts.remove(other.account)
    }
    return current(session)
  }

  private static func current(_ session: Session) -> KiiUser {
    let user = KiiUser(session)
    Kii.state.withLock { $0.user = user }
    return user
  }

  private static func call(
    _ block: @escaping KiiUserBlock,
    with work: @escaping @Sendable () async throws(OAuthError) -> KiiUser
  ) {
    Task {
      do throws(OAuthError) {
        let user = try await work()
        await block(user, nil)
      } catch {
        let error = error.asKiiError
        await block(nil, error)
      }
    }
  }
}
