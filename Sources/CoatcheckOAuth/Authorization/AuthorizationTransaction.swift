// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation

/// One sign-in from the moment the browser is opened until its callback arrives.
///
/// It is to be used once. An app that may be stopped meanwhile stores ``json``, which holds
/// secrets.
public struct AuthorizationTransaction: Sendable {
  /// How long a callback is waited for, in seconds.
  public static let lifetime: TimeInterval = 600

  /// Who was asked.
  public let issuer: Issuer
  /// Who asked.
  public let clientID: String
  /// Where the callback will arrive.
  public let redirectURI: String
  /// How it will arrive.
  public let responseMode: ResponseMode
  /// What the callback must carry.
  public let state: Secret
  /// What the ID token must carry; nil when no ID token was asked for.
  public let nonce: Secret?
  /// What the code is redeemed with.
  public let pkce: PKCE
  /// When the sign-in began.
  public let startedAt: Date
  /// The requested maximum age of the user's last sign-in, in seconds.
  public let maxAge: Int?
  /// The scopes asked for.
  public let requestedScopes: [Scope]
  /// The classes of authentication of which the ID token must name one; empty when none were demanded.
  public let essentialACRs: [String]
  /// The APIs the tokens shall be good for.
  public let resources: [String]
  /// What was asked for in more detail than scopes can.
  public let details: [AuthorizationDetail]
  /// Whether the issuer promised to name itself in every callback.
  public let issRequired: Bool

  /// Begins a sign-in whose request goes through the browser.
  ///
  /// - Parameters:
  ///   - metadata: The issuer to ask.
  ///   - client: Who asks.
  ///   - redirectURI: Where the answer shall arrive, as registered.
  ///   - scopes: What is asked for; with `openid` there will be a nonce.
  ///   - options: What else there is to say.
  ///   - profile: What is agreed upon with the issuer.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  /// - Returns: The transaction, and the address to open in a browser.
  /// - Throws: `misused` naming the argument, also when the request has to be pushed; `unreadable` when the
  ///   issuer has no authorization endpoint for codes.
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

  /// Prepares a sign-in: the request may be sent through the browser, or pushed by a
  /// ``PushedAuthorizationExchange``.
  ///
  /// - Parameters:
  ///   - metadata: The issuer to ask.
  ///   - client: Who asks.
  ///   - redirectURI: Where the answer shall arrive, as registered.
  ///   - scopes: What is asked for; with `openid` there will be a nonce.
  ///   - options: What else there is to say.
  ///   - profile: What is agreed upon with the issuer.
  ///   - dialect: The dialect of the authorization server.
  ///   - environment: The clock and the random generator.
  /// - Throws: As ``begin(metadata:client:redirectURI:scopes:options:profile:dialect:environment:)``.
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

  /// The same for a request that is not whole yet.
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
      // OIDC Core §3.1.2.1: it binds the ID token to this sign-in, and is ours to demand.
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
