// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes

/// Signs in with another provider's token that the app has already.
///
/// Whether the user is new is in `StoredSession.extra` as `new_user_created`.
public struct KiiProviderSignIn: SignInFlow {
  /// Whose token it is.
  public var provider: KiiLinkedProvider { token.provider }
  /// How long the access token shall live.
  public let lifetime: KiiLifetime
  let token: KiiProviderToken

  /// Shows Kii the token.
  public func session(
    in context: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let app = try KiiApp(context)
    var json = try token.json
    json["expiresAt"] = lifetime.expiresAt(from: context.environment.now())
      .map { .number(JSONNumber($0)) }
    let reply = try await context.perform(
      KiiCall(
        .post, "/integration/\(provider.rawValue)", of: app, body: json,
        type: "AuthToken\(provider.word)Request"))
    let grant = try app.dialect.grant(of: reply.json, receivedAt: reply.receivedAt)
    return try await context.session(of: grant, scopes: [], storedAs: name)
  }
}

extension SignInFlow where Self == KiiProviderSignIn {
  /// With another provider's token.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - lifetime: How long Kii's access token shall live.
  public static func kiiProvider(
    _ token: KiiProviderToken, lifetime: KiiLifetime = .unlimited
  ) -> KiiProviderSignIn {
    KiiProviderSignIn(lifetime: lifetime, token: token)
  }
}
