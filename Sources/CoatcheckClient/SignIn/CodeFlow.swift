// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import Logging
public import CoatcheckFoundation

/// The authorization code flow with PKCE, from the first request to verified tokens.
///
/// ```swift
/// let flow = CodeFlow(metadata: metadata, client: client, transport: transport)
/// let session = try await flow.signIn(with: userAgent, scopes: [.openID])
/// ```
///
/// An app that receives callbacks by itself calls ``begin(redirectURI:scopes:options:)``, opens the
/// attempt's address, and hands the callback to ``SignInAttempt/finish(_:storedAs:)``.
/// Specification: [RFC 6749 §4.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1),
/// [OIDC Core §3.1](https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth).
public struct CodeFlow: Sendable {
  let metadata: ServerMetadata
  let client: ClientIdentity
  let dialect: Dialect
  /// What is agreed upon with the issuer.
  public let profile: SecurityProfile
  let transport: any HTTPTransport
  let keys: KeySetCache
  let algorithms: Set<SignatureAlgorithm>
  let leeway: TimeInterval
  let clock: ServerClock
  let environment: RuntimeEnvironment
  let logger: Logger
  /// Whether the tokens shall be bound to a key, which each sign-in makes anew.
  public var dpop = DPoPPolicy.never

  /// A flow for one client at one issuer.
  ///
  /// - Parameters:
  ///   - metadata: The issuer's metadata, from its own discovery document or configured by hand.
  ///   - client: The client as it was registered.
  ///   - dialect: How the provider bends the rules.
  ///   - profile: What is agreed upon with the issuer.
  ///   - transport: What sends the requests.
  ///   - keys: The keys seen so far; a cache of its own unless given.
  ///   - idTokenAlgorithms: The algorithm registered as `id_token_signed_response_alg`, or several.
  ///     Without it those which the metadata lists and this library has, else RS256.
  ///   - leeway: How far the clocks may differ, from 0 to 600 seconds.
  ///   - clock: What is known of the issuer's time; nothing unless given.
  ///   - environment: The clock and the random generator.
  ///   - logger: Where the steps are logged; no secret ever is.
  public init(
    metadata: ServerMetadata, client: ClientIdentity, dialect: Dialect = .standard,
    profile: SecurityProfile = .standard, transport: any HTTPTransport,
    keys: KeySetCache? = nil, idTokenAlgorithms: Set<SignatureAlgorithm>? = nil,
    leeway: TimeInterval = 30, clock: ServerClock = ServerClock(),
    environment: RuntimeEnvironment = .live, logger: Logger = .silent
  ) {
    self.metadata = metadata.reached(by: client, profile)
    self.client = client
    self.dialect = dialect
    self.profile = profile
    self.transport = transport
    self.keys = keys ?? KeySetCache(transport: transport, environment: environment)
    self.leeway = leeway
    self.clock = clock
    self.environment = environment
    self.logger = logger
    algorithms = idTokenAlgorithms ?? metadata.usableIDTokenAlgorithms
  }

  var granted: GrantedSession {
    GrantedSession(
      metadata: metadata, client: client, dialect: dialect, keys: keys, algorithms: algorithms,
      leeway: leeway,
      clock: clock, environment: environment, dpop: dpop, profile: profile)
  }

  /// Begins a sign-in whose request goes through the browser. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - redirectURI: Where the answer shall arrive, as registered.
  ///   - scopes: What is asked for; `openid` says who the person is.
  ///   - options: What else there is to say.
  /// - Throws: `misused` naming the argument, also when the request has to be left with the issuer first, or
  ///   encrypted for a key of the issuer's that isn't fetched yet: ``attempt(redirectURI:scopes:options:)``
  ///   does both; `unreadable` when the metadata lacks an endpoint.
  public func begin(
    redirectURI: String, scopes: [Scope], options: AuthorizationOptions = AuthorizationOptions()
  ) throws(OAuthError) -> SignInAttempt {
    try begun(profile, redirectURI, scopes, options)
  }

  private func begun(
    _ profile: SecurityProfile, _ redirectURI: String, _ scopes: [Scope],
    _ options: AuthorizationOptions
  ) throws(OAuthError) -> SignInAttempt {
    try checkMetadata()
    let (prover, options) = try bound(options)
    let (transaction, url) = try AuthorizationTransaction.begin(
      metadata: metadata, client: client, redirectURI: redirectURI, scopes: scopes,
      options: options, profile: profile, dialect: dialect, environment: environment)
    return SignInAttempt(flow: self, transaction: transaction, url: url, prover: prover)
  }

  /// Begins a sign-in. Where the issuer or the options say so, the request is left with the issuer, and only
  /// its name goes through the browser.
  ///
  /// - Parameters:
  ///   - redirectURI: Where the answer shall arrive, as registered.
  ///   - scopes: What is asked for; `openid` says who the person is.
  ///   - options: What else there is to say.
  /// - Throws: `misused` naming the argument; `unreadable` when the metadata lacks an endpoint; `refused`
  ///   when the issuer won't have the request; what the transport throws.
  public func attempt(
    redirectURI: String, scopes: [Scope], options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> SignInAttempt {
    let profile = try await profile.withKey(of: metadata, from: keys)
    guard metadata.pushes(options, profile) else {
      return try begun(profile, redirectURI, scopes, options)
    }
    try checkMetadata()
    let (prover, options) = try bound(options)
    let (transaction, request) = try AuthorizationTransaction.prepare(
      metadata: metadata, client: client, redirectURI: redirectURI, scopes: scopes,
      options: options, profile: profile, dialect: dialect, environment: environment)
    let (authorization, pushing) = (
      try metadata.requiredAuthorizationEndpoint, try metadata.requiredPushingEndpoint
    )
    let pushed = try await transport.perform(
      PushedAuthorizationExchange(request, client: client, endpoint: pushing), provedBy: prover,
      environment: environment, clock: clock)
    return SignInAttempt(
      flow: self, transaction: transaction,
      url: try pushed.url(at: authorization, clientID: client.id), prover: prover)
  }

  /// RFC 9449 §10: the code is bound to the key from the beginning, so that nobody who steals it can have
  /// tokens for a key of their own.
  private func bound(
    _ options: AuthorizationOptions
  ) throws(OAuthError) -> (DPoPProver?, AuthorizationOptions) {
    let prover = try dpop.prover()
    try profile.checkBinding(isBoundToKey: prover != nil)
    guard let prover else { return (nil, options) }
    var options = options
    options.dpopThumbprint = prover.thumbprint
    return (prover, options)
  }

  private func checkMetadata() throws(OAuthError) {
    _ = try metadata.requiredTokenEndpoint
    // RFC 7636 §4.2: "If the client is capable of using "S256", it MUST use "S256"".
    if let methods = metadata.codeChallengeMethodsSupported, !methods.contains(PKCE.method) {
      throw .unreadable(
        .metadataMalformed, "The issuer does PKCE, but not with S256.",
        parameter: "code_challenge_methods_supported")
    }
  }

  /// Signs a person in with a user agent.
  ///
  /// - Parameters:
  ///   - userAgent: What shows the issuer's pages.
  ///   - redirectURI: The redirect URI; without it the user agent's.
  ///   - scopes: What is asked for.
  ///   - options: What else there is to say.
  ///   - name: What to call the session; without it, the person's subject.
  /// - Returns: The session, verified and not stored yet.
  /// - Throws: What went wrong in any of the steps; nobody is signed in then, and another attempt can be
  ///   made.
  public func signIn(
    with userAgent: any UserAgent, redirectURI: String? = nil, scopes: [Scope],
    options: AuthorizationOptions = AuthorizationOptions(), storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    let uri = try await userAgent.receivingURI(redirectURI)
    let attempt: SignInAttempt
    do {
      attempt = try await self.attempt(redirectURI: uri, scopes: scopes, options: options)
    } catch {
      if redirectURI == nil { await userAgent.abandon(redirectURI: uri) }
      throw error
    }
    logger.debug("sign-in begins", metadata: ["issuer": "\(metadata.issuer)"])
    let callback = try await userAgent.authorize(attempt.page)
    var session = try await attempt.finish(callback, storedAs: name)
    session.browserSession = userAgent.browserSession
    return session
  }
}
