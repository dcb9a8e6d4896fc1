// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension Provider {
  /// Creates the provider of Weibo as a plain OAuth 2.0 authorization server, for programs that use Weibo
  /// directly.
  ///
  /// ```swift
  /// let client = Client(
  ///   of: try .weibo(), id: appKey, secret: appSecret, store: .system
  /// ) {
  ///   $0.redirect = .fixed("https://app.example/weibo")
  /// }
  /// let session = try await client.signIn(scopes: ["email"], storedAs: "main")
  /// ```
  ///
  /// What differs from the specifications: scopes are separated by commas, a token reply names no type and
  /// says in `uid` whose the token is, requests carry the token under the word `OAuth2`, errors are numbers
  /// with any status, there is no PKCE, and only apps that use Weibo's own SDK get refresh tokens. Redirect
  /// URIs are compared byte by byte, ports included. An app that has the secret in it has lost it: a program
  /// on a phone signs in through an IDaaS server instead.
  ///
  /// - Parameters:
  ///   - base: The base URL of the endpoints, without a path.
  ///   - forcesLogin: Whether users must sign in even when their browser session at Weibo has a user, so
  ///     that another account can be used.
  /// - Throws: `misused` when the URL is not `https`, or `http` on this machine.
  public static func weibo(
    base: String = "https://api.weibo.com", forcesLogin: Bool = false
  ) throws(OAuthError) -> Provider {
    let base = Self.base(base)
    var metadata = ServerMetadata(issuer: try Issuer(base))
    metadata.authorizationEndpoint = try Endpoint(base + "/oauth2/authorize")
    metadata.tokenEndpoint = try Endpoint(base + "/oauth2/access_token")
    metadata.tokenEndpointAuthMethodsSupported = ["client_secret_post"]
    var dialect = Dialect()
    dialect.scopes = .commas
    dialect.tokenReplies = .jsonOfAnyType
    dialect.subjectMember = "uid"
    dialect.defaultTokenType = "OAuth2"
    dialect.errors = .weibo
    dialect.proofKey = .without(because: "Weibo documents no PKCE, and checks none")
    dialect.requirements = [.clientSecret]
    if forcesLogin { dialect.extra = [.authorization: ["forcelogin": "true"]] }
    // The token was used, has expired, was revoked or rejected, or is unknown; the status varies.
    dialect.rejections = [400, 401, 403].map { status in
      .json(
        status: status, member: "error_code",
        values: "21314", "21315", "21316", "21317", "21319", "21327", "21332")
    }
    return Provider(metadata: metadata, name: "weibo", dialect: dialect)
  }
}
