// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension Provider {
  /// The provider with any endpoints, in the manner of NXOAuth2Client.
  ///
  /// ```swift
  /// let provider = try Provider.nx(
  ///   authorizationEndpoint: "https://myHost/oauth2/authenticate",
  ///   tokenEndpoint: "https://myHost/oauth2/token")
  /// let client = Client(of: provider, id: "…", secret: Secret("…"), store: .system)
  /// ```
  ///
  /// Its deviations from the specifications: the client secret is in the body, a token without
  /// `token_type` is an `OAuth` token, a response 401 with the words `invalid_token` or `expired_token`
  /// under any scheme rejects a token, and a refresh is tried five times while the server fails.
  ///
  /// - Parameters:
  ///   - authorizationEndpoint: The authorization endpoint, an absolute URI.
  ///   - tokenEndpoint: The token endpoint, an absolute URI.
  ///   - name: The name of the provider, by which its accounts are found: the account type.
  ///   - options: The rest of the configuration.
  /// - Throws: `misused` naming the parameter that the protocol sets itself, the header field that cannot
  ///   be sent, `refreshTries` when it is not from 1 to 10, or `endpoint` or `issuer` when an address is
  ///   invalid.
  public static func nx(
    authorizationEndpoint: String, tokenEndpoint: String, name: String = "nx",
    options: NXOptions = NXOptions()
  ) throws(OAuthError) -> Provider {
    try options.check()
    let token = try Endpoint(tokenEndpoint)
    // Without an issuer, the address of the token endpoint distinguishes the accounts of different
    // services.
    let issuer = options.issuer ?? String(tokenEndpoint.prefix { $0 != "?" })
    var metadata = ServerMetadata(issuer: try Issuer(issuer))
    metadata.authorizationEndpoint = try Endpoint(authorizationEndpoint)
    metadata.tokenEndpoint = token
    metadata.revocationEndpoint = try options.revocationEndpoint.map(Self.endpoint)
    metadata.userInfoEndpoint = try options.userInfoEndpoint.map(Self.endpoint)
    metadata.tokenEndpointAuthMethodsSupported = [
      options.clientAuthentication == .basic ? "client_secret_basic" : "client_secret_post"
    ]
    return Provider(metadata: metadata, name: name, dialect: options.dialect)
  }

  private static func endpoint(_ text: String) throws(OAuthError) -> Endpoint {
    try Endpoint(text)
  }
}
