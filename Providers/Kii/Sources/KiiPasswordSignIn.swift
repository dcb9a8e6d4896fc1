// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// Signs in with a username and a password, typed into this program: Kii knows no better way for users of
/// its own.
///
/// A thing signs in with its vendor's id and its password. Its session has no refresh token.
public struct KiiPasswordSignIn: SignInFlow {
  /// Who it is.
  public let username: KiiUsername
  /// How long the access token shall live.
  public let lifetime: KiiLifetime
  let password: Secret

  /// A sign-in.
  ///
  /// - Parameters:
  ///   - username: Who it is.
  ///   - password: The password.
  ///   - lifetime: How long the access token shall live.
  public init(_ username: KiiUsername, password: Secret, lifetime: KiiLifetime = .unlimited) {
    self.username = username
    self.password = password
    self.lifetime = lifetime
  }

  /// Asks the token endpoint.
  ///
  /// - Throws: `misused` naming `username` or `password`, before anything is sent; `invalidGrant` when
  ///   they are wrong.
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
  /// What a token request says about it.
  func parameters(_ environment: RuntimeEnvironment) -> Parameters {
    expiresAt(from: environment.now()).map { ["expiresAt": "\($0)"] } ?? [:]
  }
}

extension SignInFlow where Self == KiiPasswordSignIn {
  /// With a Kii user's name and password.
  ///
  /// - Parameters:
  ///   - username: A login name, or another form of ``KiiUsername``.
  ///   - password: The password.
  ///   - lifetime: How long the access token shall live.
  public static func kiiPassword(
    _ username: KiiUsername, password: Secret, lifetime: KiiLifetime = .unlimited
  ) -> KiiPasswordSignIn {
    KiiPasswordSignIn(username, password: password, lifetime: lifetime)
  }

  /// As a thing, with its vendor's id and its password.
  public static func kiiThing(_ vendorThingID: String, password: Secret) -> KiiPasswordSignIn {
    KiiPasswordSignIn(.thing(vendorThingID), password: password)
  }
}
