// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes
public import CoatcheckFoundation

/// Signs in with an access token that was obtained before: by an earlier run, by another program, by a
/// server.
///
/// | given | when the session ends | refresh |
/// |---|---|---|
/// | the token | when Kii rejects it | never |
/// | the token and its end | when Kii rejects it; the end is only remembered | never |
/// | the token, its end and a refresh token | with the refresh token | five minutes before the end |
///
/// Kii is asked whose the token is, so that a token which is not good makes no session. What it says about the user is
/// kept with the session: ``KiiUser/init(of:)``.
public struct KiiTokenSignIn: SignInFlow {
  let token: Secret
  let expiresAt: Date?
  let refreshToken: Secret?

  /// As what a session said about its tokens.
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

  /// Asks `users/me`; or the token endpoint, where the token has expired or is about to expire and can be replaced.
  ///
  /// - Throws: `invalidToken` when the token is not good; `invalidGrant` when it cannot be replaced either.
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

  /// The end counts where there is something to do about it.
  private var expiry: Expiry {
    switch (expiresAt, refreshToken) {
    case (nil, _): .never
    case (_?, nil): .unknown
    case (let end?, _?): .at(end)
    }
  }

  /// The session of the tokens which come after these. Both of the old ones are invalid then.
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
      // The old tokens are invalid: the new ones must not be lost because the record cannot be had now.
      guard grant.extra["id"] != nil else { throw error }
    }
    return try await context.session(of: grant, scopes: [], storedAs: name)
  }
}

extension KiiApp {
  /// Whose a token is.
  func user(of token: Secret, in context: SignInContext) async throws(OAuthError) -> KiiUser {
    try await KiiUser(
      json: context.perform(KiiCall(.get, "/users/me", of: self, token: token)).json)
  }
}

extension SignInFlow where Self == KiiTokenSignIn {
  /// With an access token. The session continues until Kii rejects it.
  public static func kiiToken(_ token: Secret) -> KiiTokenSignIn {
    KiiTokenSignIn(token: token)
  }

  /// With an access token and its end, which is only remembered: Kii decides when the token expires.
  public static func kiiToken(_ token: Secret, expiresAt: Date) -> KiiTokenSignIn {
    KiiTokenSignIn(token: token, expiresAt: expiresAt)
  }

  /// With an access token, its end, and the refresh token that belongs to it: the session continues as the
  /// one did that the tokens come from.
  public static func kiiToken(
    _ token: Secret, expiresAt: Date, refreshToken: Secret
  ) -> KiiTokenSignIn {
    KiiTokenSignIn(token: token, expiresAt: expiresAt, refreshToken: refreshToken)
  }

  /// With the tokens of another session.
  public static func kiiTokens(_ tokens: KiiTokens) -> KiiTokenSignIn {
    KiiTokenSignIn(tokens)
  }
}
