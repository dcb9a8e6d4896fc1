// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
import HTTPTypes

/// Registers a user with a password, and signs them in.
public struct KiiRegistrationSignIn: SignInFlow {
  /// The data of the new user.
  public let registration: KiiRegistration
  /// The requested lifetime of the access token.
  public let lifetime: KiiLifetime
  let password: Secret

  /// Registers the user, and signs in with the password.
  ///
  /// - Throws: `misused` naming the value that Kii would refuse, before anything is sent; an error
  ///   response of Kii when it refuses the registration. If the sign-in fails after the registration, the
  ///   user is registered and not signed in: this is what happens in apps that require a verified address
  ///   first.
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

/// Registers a pseudo user: a user without a name, an address or a password.
///
/// The access token lives as long as Kii allows, and there is no refresh token: if the session is lost,
/// the user is lost. ``KiiAccount/identify(_:password:)`` turns the user into one with a password.
public struct KiiPseudoUserSignIn: SignInFlow {
  /// The data of the new user, without a login name, an e-mail address and a phone number.
  public let registration: KiiRegistration

  /// Registers the user; the response has the access token.
  ///
  /// - Throws: `misused` naming `registration` when it has a login name, an e-mail address or a phone
  ///   number, or naming another invalid value, before anything is sent; an error response of Kii when it
  ///   refuses the registration.
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
  /// A sign-in that registers a new user with a password.
  ///
  /// - Parameters:
  ///   - registration: The user's data, with at least a login name, an e-mail address or a phone number.
  ///   - password: The password, 4 to 50 printable ASCII characters.
  ///   - lifetime: The requested lifetime of the access token.
  public static func kiiRegistration(
    _ registration: KiiRegistration, password: Secret, lifetime: KiiLifetime = .unlimited
  ) -> KiiRegistrationSignIn {
    KiiRegistrationSignIn(registration: registration, lifetime: lifetime, password: password)
  }
}

extension SignInFlow where Self == KiiPseudoUserSignIn {
  /// A sign-in that registers a new pseudo user.
  ///
  /// - Parameter registration: The user's data, without a login name, an e-mail address and a phone
  ///   number.
  public static func kiiPseudoUser(
    _ registration: KiiRegistration = KiiRegistration()
  ) -> KiiPseudoUserSignIn {
    KiiPseudoUserSignIn(registration: registration)
  }
}
