// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// One sign-in with an authorization code, from the authorization request until its response arrives.
///
/// A transaction is used once. An app that may be terminated in the meantime stores ``json``, which holds
/// secrets.
///
/// [RFC 6749 §4.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1),
/// [OpenID Connect Core §3.1](https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth).
public struct AuthorizationTransaction: Sendable {
  /// How long a transaction accepts a response, in seconds from ``startedAt``.
  public static let lifetime: TimeInterval = 600

  /// The issuer whose authorization endpoint the request is sent to.
  public let issuer: Issuer
  /// The client that sends the request.
  public let clientID: String
  /// The redirect URI as it is sent, which the callback is compared with.
  public let redirectURI: String
  /// How the authorization response is returned.
  public let responseMode: ResponseMode
  /// The `state` of the request, which the response must return.
  public let state: Secret
  /// The `nonce` of the request, which the ID token must repeat; nil without the scope `openid`.
  public let nonce: Secret?
  /// The code verifier, which redeems the code, and its challenge.
  public let pkce: PKCE
  /// The wall-clock time at which the sign-in began.
  public let startedAt: Date
  /// The requested maximum age of the user's last sign-in, in seconds.
  public let maxAge: Int?
  /// The requested scopes.
  public let requestedScopes: [Scope]
  /// The authentication context classes of which the ID token must name one; empty when none were required.
  public let essentialACRs: [String]
  /// The resource servers that the tokens are requested for, as absolute URIs.
  public let resources: [String]
  /// The requested authorization details.
  public let details: [AuthorizationDetail]
  /// Whether the response has to name its issuer as `iss`: the metadata says so, or the profile requires it
  /// ([RFC 9207 §2.4](https://www.rfc-editor.org/rfc/rfc9207#section-2.4)).
  public let issRequired: Bool

  /// Begins a sign-in whose authorization request is sent through the browser.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the issuer.
  ///   - client: The client, as it is registered at the issuer.
  ///   - redirectURI: The redirect URI, as registered: an absolute URI without a fragment; `http` only on a
  ///     loopback address.
  ///   - scopes: The requested scopes. With `openid` the request has a nonce, and the reply an ID token.
  ///   - options: The optional parameters of the request.
  ///   - profile: What client and issuer have agreed upon beyond the metadata.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  /// - Returns: The transaction, and the URL to open in a browser.
  /// - Throws: `misused` naming the argument that cannot be used, also `options` when the request has to be
  ///   pushed: see ``prepare(metadata:client:redirectURI:scopes:options:profile:dialect:environment:)``.
  ///   `unreadable`, ``OAuthError/Code/metadataMalformed``, when the issuer has no authorization endpoint
  ///   or no support for codes. Nothing was sent then.
  public static func begin(
    metadata: ServerMetadata, client: ClientIdentity, redirectURI: String, scopes: [Scope],
    options: AuthorizationOptions = AuthorizationOptions(), profile: SecurityProfile = .standard,
    dialect: Dialect = .standard, environment: RuntimeEnvironment
  ) throws(OAuthError) -> (transaction: AuthorizationTransaction, url: URL) {
    let endpoint = try metadata.requiredAuthorizationEndpoint
    // RFC 9126 §5: with "require_pushed_authorization_requests" the server "accepts authorization request
    // data only via PAR".
    guard !metadata.pushes(options, profile) else {
      throw .misused("options", "The authorization server requires a pushed request.")
    }
    let (transaction, request) = try prepare(
      metadata: metadata, client: client, redirectURI: redirectURI, scopes: scopes,
      options: options, profile: profile, dialect: dialect, environment: environment)
    return (transaction, try request.url(at: endpoint))
  }

  /// Prepares a sign-in whose authorization request is either sent through the browser, with
  /// ``AuthorizationRequest/url(at:)``, or pushed by a ``PushedAuthorizationExchange``.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the issuer.
  ///   - client: The client, as it is registered at the issuer.
  ///   - redirectURI: The redirect URI, as registered: an absolute URI without a fragment; `http` only on a
  ///     loopback address.
  ///   - scopes: The requested scopes. With `openid` the request has a nonce, and the reply an ID token.
  ///   - options: The optional parameters of the request.
  ///   - profile: What client and issuer have agreed upon beyond the metadata.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  /// - Returns: The transaction, and the request, which is signed if the profile signs requests.
  /// - Throws: `misused` naming the argument that cannot be used, or the additional parameter that the
  ///   protocol defines; also when the arguments break the profile, or the request cannot be signed.
  ///   `unreadable`, ``OAuthError/Code/metadataMalformed``, when the issuer has no authorization endpoint,
  ///   no support for codes, or for FAPI 2.0 no endpoint for pushed authorization requests.
  public static func prepare(
    metadata: ServerMetadata, client: ClientIdentity, redirectURI: String, scopes: [Scope],
    options: AuthorizationOptions = AuthorizationOptions(), profile: SecurityProfile = .standard,
    dialect: Dialect = .standard, environment: RuntimeEnvironment
  ) throws(OAuthError) -> (transaction: AuthorizationTransaction, request: AuthorizationRequest) {
    try profile.check(options)
    let (transaction, request) = try prepareUnsigned(
      metadata: metadata, client: client, redirectURI: redirectURI, scopes: scopes,
      options: options, profile: profile, dialect: dialect, environment: environment)
    return (transaction, try profile.signed(request, for: metadata.issuer, in: environment))
  }

  /// The transaction and its unsigned request. The caller checks the options against the profile.
  static func prepareUnsigned(
    metadata: ServerMetadata, client: ClientIdentity, redirectURI: String, scopes: [Scope],
    options: AuthorizationOptions, profile: SecurityProfile, dialect: Dialect,
    environment: RuntimeEnvironment
  ) throws(OAuthError) -> (transaction: AuthorizationTransaction, request: AuthorizationRequest) {
    _ = try metadata.requiredAuthorizationEndpoint
    guard metadata.responseTypesSupported?.contains("code") != false else {
      throw .unreadable(
        .metadataMalformed, "The authorization server does not support the code flow.",
        parameter: "response_types_supported")
    }
    try dialect.check(client, redirectURI: redirectURI, scopes: scopes)
    try profile.check(client, dialect, at: metadata)
    if let maxAge = options.maxAge, maxAge < 0 {
      throw .misused("maxAge", "The maximum age is negative.")
    }
    guard options.resources.allSatisfy(ResourceIndicator.isWellFormed) else {
      throw .misused("resources", "A resource is not an absolute URI without fragment.")
    }
    let redirectURI = dialect.redirectURI.sent(redirectURI)
    let transaction = AuthorizationTransaction(
      issuer: metadata.issuer, clientID: client.id, redirectURI: redirectURI,
      responseMode: options.responseMode, state: Secret(environment.token()),
      // OIDC Core §3.1.2.1: the nonce binds the ID token to this sign-in. It is optional there and always
      // sent here.
      nonce: scopes.contains(.openID) ? Secret(environment.token()) : nil,
      pkce: PKCE(environment: environment), startedAt: environment.now(), maxAge: options.maxAge,
      requestedScopes: scopes, essentialACRs: options.claims.essentialACRs,
      resources: options.resources, details: options.details,
      issRequired: metadata.authorizationResponseIssParameterSupported
        || profile.issuerNaming == .always)
    return (transaction, try transaction.request(options, dialect))
  }

  private func request(
    _ options: AuthorizationOptions, _ dialect: Dialect
  ) throws(OAuthError) -> AuthorizationRequest {
    var request = AuthorizationRequest(
      clientID: clientID, redirectURI: redirectURI, scopes: requestedScopes)
    request.scopeForm = dialect.scopes
    request.state = state.reveal()
    request.nonce = nonce?.reveal()
    if case .s256 = dialect.proofKey {
      request.codeChallenge = pkce.challenge
      request.codeChallengeMethod = PKCE.method
    }
    request.prompt = options.prompt
    request.maxAge = maxAge
    request.loginHint = options.loginHint
    request.acrValues = options.acrValues
    request.uiLocales = options.uiLocales
    request.resources = resources
    request.details = details
    request.claims = options.claims
    request.dpopThumbprint = options.dpopThumbprint
    request.responseMode = responseMode
    try request.extra.add(
      dialect.extra[.authorization] ?? [:], reserved: AuthorizationRequest.reserved)
    try request.extra.add(options.extra, reserved: AuthorizationRequest.reserved)
    return request
  }
}

extension ServerMetadata {
  /// Whether a request with these options is pushed.
  package func pushes(_ options: AuthorizationOptions, _ profile: SecurityProfile) -> Bool {
    requiresPushedAuthorizationRequests || options.pushing == .always || profile.pushing == .always
  }
}
