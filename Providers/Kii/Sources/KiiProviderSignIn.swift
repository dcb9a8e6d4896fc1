// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth
import HTTPTypes

/// Signs in with a token of another provider that the app has already.
///
/// Whether the user is new is in `StoredSession.extra` as `new_user_created`.
public struct KiiProviderSignIn: SignInFlow {
  /// The provider that issued the token.
  public var provider: KiiLinkedProvider { token.provider }
  /// The requested lifetime of Kii's access token.
  public let lifetime: KiiLifetime
  let token: KiiProviderToken

  /// Sends the token of the other provider to Kii, which returns tokens of its own.
  ///
  /// - Throws: `misused` naming the part of the token that is empty, before anything is sent; an error
  ///   response of Kii when it does not accept the token.
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
  /// A sign-in with a token of another provider.
  ///
  /// - Parameters:
  ///   - token: The token of the other provider.
  ///   - lifetime: The requested lifetime of Kii's access token.
  public static func kiiProvider(
    _ token: KiiProviderToken, lifetime: KiiLifetime = .unlimited
  ) -> KiiProviderSignIn {
    KiiProviderSignIn(lifetime: lifetime, token: token)
  }
}
