// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth

/// Signs in with a grant of the token endpoint that isn't a user's password: as the app, or with a code.
public struct KiiGrantSignIn: DirectSignIn {
  enum Way: Sendable {
    case admin(id: String, secret: Secret)
    case anonymous
    case code(Secret, redirectURI: String)
  }

  let way: Way

  /// Asks the token endpoint.
  public func session(
    at site: SignInSite, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let app = try KiiApp(site)
    guard let tokenEndpoint = site.metadata.tokenEndpoint else {
      throw .unreadable(
        .metadataMalformed, "The issuer has no token endpoint.", parameter: "token_endpoint")
    }
    let (grant, client, subject) = try asked(app, site.client)
    var tokens = try await site.perform(
      DirectExchange(
        grant, client: client, tokenEndpoint: tokenEndpoint, dialect: site.dialect))
    if tokens.extra["id"] == nil { tokens.extra["id"] = subject.map(JSONValue.string) }
    return try await site.session(of: tokens, scopes: [], storedAs: name)
  }

  private func asked(
    _ app: KiiApp, _ client: ClientIdentity
  ) throws(OAuthError) -> (DirectGrant, ClientIdentity, subject: String?) {
    switch way {
    case .admin(let id, let secret):
      return (.clientCredentials, ClientIdentity(id: id, authentication: .post(secret)), id)
    case .anonymous:
      let client = ClientIdentity(id: app.id, authentication: .post(Secret(app.key)))
      return (.clientCredentials, client, "anonymous")
    case .code(let code, let redirectURI):
      guard case .post = client.authentication else {
        throw .misused("secret", "A code is redeemed by a client with a secret.")
      }
      try KiiRules.checkText(code.reveal(), named: "code")
      return (
        .other(
          type: "authorization_code", ["code": code.reveal(), "redirect_uri": redirectURI]),
        client, nil
      )
    }
  }
}

extension DirectSignIn where Self == KiiGrantSignIn {
  /// As the app's administrator. An administrator may do everything to every user: on a server only.
  ///
  /// - Parameters:
  ///   - clientID: The id of the app's administrator, another one than the app's.
  ///   - secret: The secret.
  public static func kiiAdmin(clientID: String, secret: Secret) -> KiiGrantSignIn {
    KiiGrantSignIn(way: .admin(id: clientID, secret: secret))
  }

  /// As nobody in particular, with a token that the app's id and key are enough for.
  public static var kiiAnonymous: KiiGrantSignIn { KiiGrantSignIn(way: .anonymous) }

  /// With a code of a Kii app that is a provider to other apps.
  ///
  /// The client needs its id and its secret at that app. Who made the code isn't checked here: compare the
  /// `state` of the callback before.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - redirectURI: Where it was sent to.
  public static func kiiCode(_ code: Secret, redirectURI: String) -> KiiGrantSignIn {
    KiiGrantSignIn(way: .code(code, redirectURI: redirectURI))
  }
}
