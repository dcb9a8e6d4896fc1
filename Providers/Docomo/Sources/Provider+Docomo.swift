// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension Provider {
  /// The provider for docomo PhotoColle: users sign in with an account of NTT docomo.
  ///
  /// ```swift
  /// let client = Client(of: try .docomo(), id: "…", secret: secret, store: .system) {
  ///   $0.redirect = .fixed("myapp://docomo")
  /// }
  /// let session = try await client.signIn(scopes: [.photoGetContentsList], storedAs: "main")
  /// ```
  ///
  /// Its clients have a secret and a registered redirect URI, and each sign-in requests at least one
  /// scope: otherwise `signIn` throws `misused` before anything is read or sent. The name under which a
  /// session is stored is the store key of docomo's SDK: without a name nothing is loaded and nothing is
  /// stored. An access token is refreshed in its last minute, when it is next used; a token that
  /// PhotoColle rejects is never sent again automatically. A refresh that docomo refuses ends the
  /// session, unless the client itself was refused.
  ///
  /// - Parameters:
  ///   - authority: The address of the authorization server where users sign in: an absolute URI without
  ///     a path. Slashes at its end are ignored.
  ///   - tokenAuthority: The address of the server with the token endpoint, in the same form; nil for
  ///     `authority`.
  ///   - authentication: How the client authenticates at the token endpoint.
  /// - Throws: `misused` when an address is not `https`, or `http` on this machine.
  public static func docomo(
    authority: String = docomoAuthority, tokenAuthority: String? = nil,
    authentication: DocomoAuthentication = .basic
  ) throws(OAuthError) -> Provider {
    let authority = base(authority)
    var metadata = ServerMetadata(issuer: try Issuer(authority))
    metadata.authorizationEndpoint = try Endpoint(authority + "/cgi11d/authorization")
    metadata.tokenEndpoint = try Endpoint(
      (tokenAuthority.map(base) ?? authority) + "/cgi12/token")
    metadata.tokenEndpointAuthMethodsSupported = [authentication.rawValue]
    var dialect = Dialect()
    dialect.redirectURI = .slashForEmptyPath
    dialect.silence = .spent
    dialect.rejections = []
    dialect.requirements = [.clientSecret, .scope, .redirectURI, .name]
    dialect.refreshRefusals = .any
    return Provider(metadata: metadata, name: "docomo", leeway: 60, dialect: dialect)
  }

  /// The address of docomo's authorization server, according to its documents.
  public static var docomoAuthority: String { "https://api.smt.docomo.ne.jp" }
}

/// How a client authenticates at docomo's token endpoint. docomo accepted both ways: its SDK for Android
/// used the one, its SDK for iOS the other.
public enum DocomoAuthentication: String, Sendable, Hashable, CaseIterable {
  /// In the `Authorization` field, with the form-encoded id and secret:
  /// [RFC 6749 §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1).
  case basic = "client_secret_basic"
  /// With `client_id` and `client_secret` in the body of the request:
  /// [RFC 6749 §2.3.1](https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1).
  case post = "client_secret_post"
}
