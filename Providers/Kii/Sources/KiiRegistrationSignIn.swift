// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
import HTTPTypes

/// Registers a user with a password, and signs them in.
public struct KiiRegistrationSignIn: SignInFlow {
  /// Who it is.
  public let registration: KiiRegistration
  /// How long the access token shall live.
  public let lifetime: KiiLifetime
  let password: Secret

  /// Registers and signs in.
  ///
  /// - Throws: `misused` naming what Kii would refuse, before anything is sent. An error of Kii's after the
  ///   registration leaves the user registered, and no user signed in: where addresses have to be verified,
  ///   that is how it goes.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let app = try KiiApp(context)
    let json = try registration.json(password: password)
    guard let username = registration.username else { throw .misused("loginName", "It is empty.") }
    _ = try await context.perform(
      KiiCall(.post, "/users", of: app, body: json, type: "RegistrationRequest"))
    return try await KiiPasswordSignIn(username, password: password, lifetime: lifetime)
      .session(in: context, storedAs: name)
  }
}

/// Registers a user who says nothing about themselves: a pseudo user.
///
/// The access token lives as long as Kii allows, and there is no refresh token: to lose the session is to
/// lose the user. ``KiiAccount/identify(_:password:)`` makes a user with a password of it.
public struct KiiPseudoUserSignIn: SignInFlow {
  /// What is told nevertheless.
  public let registration: KiiRegistration

  /// Registers the user.
  ///
  /// - Throws: `misused` when something is told that only a user with a password may have.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let app = try KiiApp(context)
    guard registration.username == nil else {
      throw .misused("registration", "A pseudo user has neither a login name nor an address.")
    }
    let reply = try await context.perform(
      KiiCall(
        .post, "/users", of: app, body: registration.json,
        type: "RegistrationAndAuthorizationRequest"))
    var grant = try app.dialect.grant(of: reply.json, receivedAt: reply.receivedAt)
    grant.refreshToken = nil
    return try await context.session(of: grant, scopes: [], storedAs: name)
  }
}

extension SignInFlow where Self == KiiRegistrationSignIn {
  /// As a new user.
  ///
  /// - Parameters:
  ///   - registration: Who it is, with at least one thing to sign in with.
  ///   - password: 4 to 50 printable ASCII characters.
  ///   - lifetime: How long the access token shall live.
  public static func kiiRegistration(
    _ registration: KiiRegistration, password: Secret, lifetime: KiiLifetime = .unlimited
  ) -> KiiRegistrationSignIn {
    KiiRegistrationSignIn(registration: registration, lifetime: lifetime, password: password)
  }
}

extension SignInFlow where Self == KiiPseudoUserSignIn {
  /// As a new pseudo user.
  ///
  /// - Parameter registration: Anything but what one signs in with.
  public static func kiiPseudoUser(
    _ registration: KiiRegistration = KiiRegistration()
  ) -> KiiPseudoUserSignIn {
    KiiPseudoUserSignIn(registration: registration)
  }
}
