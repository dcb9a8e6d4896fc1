// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes
public import CoatcheckFoundation

/// Signs in with an access token that was obtained earlier: by a previous run, another program or a
/// server.
///
/// | given | when the session ends | refresh |
/// |---|---|---|
/// | the token | when Kii rejects it | never |
/// | the token and its expiry | when Kii rejects it; the expiry is only remembered | never |
/// | the token, its expiry and a refresh token | when the refresh is refused | five minutes before the
/// expiry |
///
/// The sign-in requests the token's user from Kii, so that an invalid token does not become a session.
/// What Kii says about the user is stored with the session: ``KiiUser/init(of:)``.
public struct KiiTokenSignIn: SignInFlow {
  let token: Secret
  let expiresAt: Date?
  let refreshToken: Secret?

  /// Creates a sign-in with the tokens of an earlier session.
  public init(_ tokens: KiiTokens) {
    token = tokens.accessToken
    expiresAt = tokens.expiresAt == .distantFuture ? nil : tokens.expiresAt
    refreshToken = tokens.refreshToken
  }

  init(token: Secret, expiresAt: Date? = nil, refreshToken: Secret? = nil) {
    self.token = token
    self.expiresAt = expiresAt
    self.refreshToken = refreshToken
  }

  /// Requests the user of the token (`users/me`). A token with a refresh token is refreshed instead, if
  /// it expires within five minutes or Kii rejects it.
  ///
  /// - Throws: `invalidToken` when Kii rejects the token and there is no refresh token; `invalidGrant`
  ///   when the refresh token is invalid as well.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let app = try KiiApp(context)
    let isSpent = expiry.isExpired(at: context.environment.now(), leeway: 300)
    if let refreshToken, isSpent { return try await replaced(refreshToken, context, name) }
    let user: KiiUser
    do throws(OAuthError) {
      user = try await app.user(of: token, in: context)
    } catch {
      guard let refreshToken, error.code == .invalidToken else { throw error }
      return try await replaced(refreshToken, context, name)
    }
    var grant = TokenGrant(
      accessToken: token, expiry: expiry, refreshToken: refreshToken,
      receivedAt: context.environment.now())
    grant.extra["id"] = .string(user.id)
    grant.extra[KiiUser.remembered] = .object(user.kept)
    if refreshToken == nil, let expiresAt {
      grant.extra[KiiTokens.remembered] = JSONNumber(expiresAt.timeIntervalSince1970)
        .map(JSONValue.number)
    }
    return try await context.session(of: grant, scopes: [], storedAs: name)
  }

  /// The expiry of the session: the given one only if a refresh token can replace the token; else Kii
  /// decides.
  private var expiry: Expiry {
    switch (expiresAt, refreshToken) {
    case (nil, _): .never
    case (_?, nil): .unknown
    case (let end?, _?): .at(end)
    }
  }

  /// The session of refreshed tokens. The refresh makes both old tokens invalid.
  private func replaced(
    _ refreshToken: Secret, _ context: SignInContext, _ name: String?
  ) async throws(OAuthError) -> StoredSession {
    let tokenEndpoint = try context.metadata.requiredTokenEndpoint
    var grant = try await context.perform(
      RefreshExchange(
        refreshToken: refreshToken, client: context.client, tokenEndpoint: tokenEndpoint,
        dialect: context.dialect))
    do throws(OAuthError) {
      let user = try await KiiApp(context).user(of: grant.accessToken, in: context)
      grant.extra["id"] = .string(user.id)
      grant.extra[KiiUser.remembered] = .object(user.kept)
    } catch {
      // The old tokens are invalid now: the new ones must not be lost because the user record is
      // unavailable.
      guard grant.extra["id"] != nil else { throw error }
    }
    return try await context.session(of: grant, scopes: [], storedAs: name)
  }
}

extension KiiApp {
  /// Requests the user of an access token (`users/me`).
  func user(of token: Secret, in context: SignInContext) async throws(OAuthError) -> KiiUser {
    try await KiiUser(
      json: context.perform(KiiCall(.get, "/users/me", of: self, token: token)).json)
  }
}

extension SignInFlow where Self == KiiTokenSignIn {
  /// A sign-in with an access token. The session continues until Kii rejects the token.
  ///
  /// - Parameter token: The access token.
  public static func kiiToken(_ token: Secret) -> KiiTokenSignIn {
    KiiTokenSignIn(token: token)
  }

  /// A sign-in with an access token and its expiry, which is only remembered: Kii decides when the token
  /// expires.
  ///
  /// - Parameters:
  ///   - token: The access token.
  ///   - expiresAt: When the token expires, by the wall clock.
  public static func kiiToken(_ token: Secret, expiresAt: Date) -> KiiTokenSignIn {
    KiiTokenSignIn(token: token, expiresAt: expiresAt)
  }

  /// A sign-in with an access token, its expiry and its refresh token. The session continues like the one
  /// from which the tokens are.
  ///
  /// - Parameters:
  ///   - token: The access token.
  ///   - expiresAt: When the token expires, by the wall clock.
  ///   - refreshToken: The refresh token. It can be used once, so the other session must not use it
  ///     afterwards.
  public static func kiiToken(
    _ token: Secret, expiresAt: Date, refreshToken: Secret
  ) -> KiiTokenSignIn {
    KiiTokenSignIn(token: token, expiresAt: expiresAt, refreshToken: refreshToken)
  }

  /// A sign-in with the tokens of an earlier session.
  ///
  /// - Parameter tokens: The tokens, such as those that an app has kept as ``KiiTokens/dictionary``.
  public static func kiiTokens(_ tokens: KiiTokens) -> KiiTokenSignIn {
    KiiTokenSignIn(tokens)
  }
}
