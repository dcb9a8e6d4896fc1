// SPDX-License-Identifier: Apache-2.0

package import CoatcheckJOSE
public import CoatcheckOAuth

/// The context of one sign-in: the client, the request, and the key that its tokens are bound to.
public struct SignInContext: Sendable {
  /// The client, its provider and the means to send requests.
  public let context: ClientContext
  /// The scopes and options to request.
  public let request: SignInRequest
  /// The key that the tokens are bound to; nil where they are not.
  let prover: DPoPProver?
  /// What shows the provider's pages to the user.
  let presenter: SignInPresenter?
  /// The redirect URI that is registered; nil for the user agent's own.
  let redirectURI: String?
  /// Where the sign-in is stored while its page is shown; nil where no other run of the program finishes it.
  let pending: (any PendingAuthorizationStore)?

  /// Creates the context of a sign-in, with a new key if the client binds its tokens to one.
  ///
  /// - Parameters:
  ///   - context: The client and its provider.
  ///   - request: The scopes and options to request.
  /// - Throws: `misused` naming `dpop` when the key cannot be generated.
  public init(
    _ context: ClientContext, request: SignInRequest = SignInRequest()
  ) throws(OAuthError) {
    self.init(
      context, request: request, prover: try context.runtime.dpop.prover(), presenter: nil,
      redirectURI: nil)
  }

  init(
    _ context: ClientContext, request: SignInRequest = SignInRequest(), prover: DPoPProver?,
    presenter: SignInPresenter? = nil, redirectURI: String? = nil,
    pending: (any PendingAuthorizationStore)? = nil
  ) {
    self.context = context
    self.request = request
    self.prover = prover
    self.presenter = presenter
    self.redirectURI = redirectURI
    self.pending = pending
  }

  /// The metadata of the authorization server, with the endpoints that this client uses.
  public var metadata: ServerMetadata { context.metadata }
  /// The provider's deviations from the specifications.
  public var dialect: Dialect { context.dialect }
  /// The client identifier and the client credentials.
  public var client: ClientIdentity { context.client }
  /// The transport for the requests of the sign-in.
  public var transport: any HTTPTransport { context.runtime.transport }
  /// The clocks and the random generator.
  public var environment: RuntimeEnvironment { context.runtime.environment }

  /// The key that the tokens are bound to; nil where they are not.
  package var dpopKey: SigningKey? { prover?.key }

  /// Performs one exchange with the authorization server, with a DPoP proof if tokens are bound to a
  /// key.
  ///
  /// - Throws: `refused` or `unreadable` as the exchange reads the response; what the transport throws;
  ///   `misused` when the request cannot be created.
  public func perform<E: Exchange>(_ exchange: E) async throws(OAuthError) -> E.Reply {
    try await context.perform(exchange, provedBy: prover)
  }

  /// Creates the session for a token response. Its subject is that of the ID token, which is verified;
  /// else that of the dialect's own member of the response; else the name, or a random one.
  ///
  /// - Parameters:
  ///   - grant: The token response.
  ///   - scopes: The scopes that were requested. With `openid` the response has to contain an ID token.
  ///   - name: The name of the session; without it, the subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `unreadable` when the ID token is invalid or missing, or the tokens are not bound to the
  ///   key as the client requires; `misused` when the client has no secret to verify the ID token with;
  ///   what fetching the keys throws.
  public func session(
    of grant: TokenGrant, scopes: [Scope], storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    try await session(of: grant, expecting: TokenExpectations(scopes: scopes), storedAs: name)
  }

  /// The session of these tokens.
  ///
  /// - Throws: `unreadable` when the ID token is invalid, or was requested and is missing.
  func session(
    of grant: TokenGrant, expecting expected: TokenExpectations, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    try await verified(grant, expecting: expected, storedAs: name).session
  }

  /// The session of these tokens, and the ID token that says whose it is.
  ///
  /// - Throws: As ``session(of:expecting:storedAs:)``.
  func verified(
    _ grant: TokenGrant, expecting expected: TokenExpectations, storedAs name: String?
  ) async throws(OAuthError) -> VerifiedSignIn {
    // RFC 8693 §2.2.1: the type of a token that is "not an access token or usable as an access token".
    guard grant.tokenType != "N_A" else {
      throw .unreadable(
        .tokenMalformed, "The token endpoint issued a token that is no access token.",
        parameter: "token_type")
    }
    try context.runtime.dpop.check(grant)
    try context.runtime.profile.checkBinding(of: grant, to: prover?.thumbprint)
    let metadata = metadata
    let identity = try await identity(in: grant, expected)
    var session = try StoredSession(
      account: AccountID(
        issuer: metadata.issuer.text, clientID: client.id,
        subject: identity?.subject ?? dialect.subject(in: grant) ?? name
          ?? AccountID.anonymousSubject(environment)),
      name: name, grant: grant, scopes: expected.scopes, metadata: metadata,
      authentication: client.authentication)
    session.idTokenAlgorithms = context.idTokenAlgorithms
    session.redirectURI = expected.redirectURI
    session.resources = expected.resources
    session.authTime = identity?.authTime
    session.dialect = dialect
    session.dpopKey = prover?.key
    return VerifiedSignIn(session: session, identity: identity)
  }

  /// The user who signed in; nil when the scopes did not request an ID token.
  private func identity(
    in grant: TokenGrant, _ expected: TokenExpectations
  ) async throws(OAuthError) -> IDToken? {
    guard let idToken = grant.idToken else {
      // OIDC Core §3.1.3.3: the reply to a request with the scope openid has an ID token.
      guard !expected.scopes.contains(.openID) else {
        throw .unreadable(
          .idTokenInvalid, "The token response has no ID token, which was requested.",
          parameter: "id_token")
      }
      return nil
    }
    let runtime = context.runtime
    var rules = try IDTokenRules(
      issuer: metadata.issuer, clientID: client.id, nonce: expected.nonce,
      algorithms: context.idTokenAlgorithms, leeway: runtime.clockTolerance, now: runtime.serverTime
    )
    (rules.accessToken, rules.maxAge) = (grant.accessToken, expected.maxAge)
    rules.essentialACRs = expected.essentialACRs
    (rules.code, rules.state) = (expected.code, expected.state)
    let token = try await IDTokenCheck(
      keys: runtime.keys, jwksURI: metadata.jwksURI, profile: runtime.profile, client: client
    ).claims(of: idToken, rules: rules)
    try expected.backchannel?.check(token, leeway: runtime.clockTolerance)
    if let deviceSecret = grant.deviceSecret, expected.scopes.contains(.deviceSSO) {
      try NativeSSO.check(deviceSecret, claims: token.claims, hash: token.hash)
    }
    return token
  }
}
