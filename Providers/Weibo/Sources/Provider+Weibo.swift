// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension Provider {
  /// Weibo, as a plain OAuth provider: for programs that talk to Weibo themselves.
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
  ///   - base: Where the endpoints are.
  ///   - forcesLogin: Whether users sign in even when their browser remembers them, to use another account.
  /// - Throws: `misused` when the address is not `https`, or `http` on this machine.
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
    // Used up, over, withdrawn, rejected or unknown; Weibo does not keep to one status.
    dialect.rejections = [400, 401, 403].map { status in
      .json(
        status: status, member: "error_code",
        values: "21314", "21315", "21316", "21317", "21319", "21327", "21332")
    }
    return Provider(metadata: metadata, name: "weibo", dialect: dialect)
  }
}
