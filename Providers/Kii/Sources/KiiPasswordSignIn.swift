// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// Signs in with a username and a password that the user types into this program: Kii has no other
/// sign-in for its own users.
///
/// It sends a token request with the resource owner password credentials grant of
/// [RFC 6749 §4.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.3). A thing signs in with its
/// vendor's id and its password; its session has no refresh token.
public struct KiiPasswordSignIn: SignInFlow {
  /// The username.
  public let username: KiiUsername
  /// The requested lifetime of the access token.
  public let lifetime: KiiLifetime
  let password: Secret

  /// Creates a sign-in.
  ///
  /// - Parameters:
  ///   - username: The username.
  ///   - password: The password; not empty.
  ///   - lifetime: The requested lifetime of the access token.
  public init(_ username: KiiUsername, password: Secret, lifetime: KiiLifetime = .unlimited) {
    self.username = username
    self.password = password
    self.lifetime = lifetime
  }

  /// Sends the username and the password to the token endpoint.
  ///
  /// - Throws: `misused` naming `username` or `password` when one is empty or has control characters,
  ///   before anything is sent; `invalidGrant` when they are wrong; `interactionRequired` when the user
  ///   is disabled.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    _ = try KiiApp(context)
    try KiiRules.checkText(username.text, named: "username")
    guard !password.isEmpty else { throw .misused("password", "It is empty.") }
    let grant = GrantSignIn(
      .password(username: username.text, password: password),
      extra: lifetime.parameters(context.environment))
    return try await grant.session(in: context, storedAs: name)
  }
}

extension KiiLifetime {
  /// The parameters of a token request that request this lifetime; empty if none is requested.
  func parameters(_ environment: RuntimeEnvironment) -> Parameters {
    expiresAt(from: environment.now()).map { ["expiresAt": "\($0)"] } ?? [:]
  }
}

extension SignInFlow where Self == KiiPasswordSignIn {
  /// A sign-in with the username and the password of a Kii user.
  ///
  /// - Parameters:
  ///   - username: A login name, or another form of ``KiiUsername``.
  ///   - password: The password; not empty.
  ///   - lifetime: The requested lifetime of the access token.
  public static func kiiPassword(
    _ username: KiiUsername, password: Secret, lifetime: KiiLifetime = .unlimited
  ) -> KiiPasswordSignIn {
    KiiPasswordSignIn(username, password: password, lifetime: lifetime)
  }

  /// A sign-in of a thing. Its session has no refresh token.
  ///
  /// - Parameters:
  ///   - vendorThingID: The id that the vendor gave the thing.
  ///   - password: The password of the thing.
  public static func kiiThing(_ vendorThingID: String, password: Secret) -> KiiPasswordSignIn {
    KiiPasswordSignIn(.thing(vendorThingID), password: password)
  }
}
