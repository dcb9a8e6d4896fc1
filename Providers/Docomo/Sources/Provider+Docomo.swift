// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension Provider {
  /// docomo PhotoColle, with an account of NTT docomo's.
  ///
  /// ```swift
  /// let client = Client(of: try .docomo(), id: "…", secret: secret, store: .system) {
  ///   $0.redirect = .fixed("myapp://docomo")
  /// }
  /// let session = try await client.signIn(scopes: [.photoGetContentsList], storedAs: "main")
  /// ```
  ///
  /// Its clients have a secret and a redirect URI that was registered, and each sign-in requests one scope at
  /// least: else `signIn` is `misused` before anything is read or sent. The name that a session is stored under is
  /// the SDK's store key: without it nothing is loaded and nothing is stored. An access token is replaced in its
  /// last minute, whenever it is asked for; one that a service refuses is never sent again by itself. A refresh that
  /// docomo refuses ends the session, unless the client itself was refused.
  ///
  /// - Parameters:
  ///   - authority: Where users sign in, without a path; slashes at its end do not count.
  ///   - tokenAuthority: Where tokens are issued; the same as `authority` unless given.
  ///   - authentication: How the client authenticates.
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

  /// Where users sign in to docomo, as far as its documents say.
  public static var docomoAuthority: String { "https://api.smt.docomo.ne.jp" }
}

/// How a client proves to docomo who it is. Both were accepted: the SDK for Android did the one, that for
/// iOS the other.
public enum DocomoAuthentication: String, Sendable, Hashable, CaseIterable {
  /// In the `Authorization` field, id and secret form-encoded first: RFC 6749 §2.3.1.
  case basic = "client_secret_basic"
  /// In the body of the request.
  case post = "client_secret_post"
}
