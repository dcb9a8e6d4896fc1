// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// The decisions of an authorization server, without sockets, database or pages.
///
/// Each function runs one column of the pipeline's table, top to bottom, and gives the protocol's
/// value: what to answer, or the refusal to write.
public struct AuthorizationServer: Sendable {
  /// The figures it decides by.
  public let settings: IssuerSettings
  /// The store.
  public let store: any IssuerStore
  /// The users.
  public let directory: any Directory
  /// What it signs with.
  public let keys: SigningKeys
  /// Its clock and randomness.
  public let environment: RuntimeEnvironment
  /// Called with everything an operator may have to explain.
  public let audit: @Sendable (AuditEvent) -> Void

  /// The nonces it wants in proofs of keys; nil when it wants none.
  public let nonces: RollingNonces?

  /// Where the documents of clients are read; nil when none are.
  public let documents: (any ClientDocuments)?

  let clientKeys = ClientKeys()

  /// Creates an authorization server.
  ///
  /// - Parameters:
  ///   - settings: The figures it decides by.
  ///   - store: What it keeps between requests.
  ///   - directory: The users.
  ///   - keys: What it signs with; started.
  ///   - environment: Its clock and randomness.
  ///   - nonces: The same on every node; used where the settings want them.
  ///   - documents: Reads what clients keep at addresses of their own. Without it no client registers such
  ///     an address.
  ///   - audit: Receives everything an operator may have to explain. It is called while a request is decided.
  public init(
    settings: IssuerSettings, store: any IssuerStore, directory: any Directory, keys: SigningKeys,
    environment: RuntimeEnvironment, nonces: RollingNonces? = nil,
    documents: (any ClientDocuments)? = nil,
    audit: @escaping @Sendable (AuditEvent) -> Void
  ) {
    self.settings = settings
    self.store = store
    self.directory = directory
    self.keys = keys
    self.environment = environment
    self.nonces = nonces
    self.documents = documents
    self.audit = audit
  }

  /// Decides an authorization request.
  ///
  /// It never throws: a refusal is either for the client, at its redirect URI, or for the user.
  public func authorize(_ ask: AuthorizeInput) async -> AuthorizeOutcome {
    await decide(ask).outcome
  }

  /// Decides an authorization request, and reads in which languages its user wants to read.
  ///
  /// It never throws, as ``authorize(_:)``.
  public func decide(_ ask: AuthorizeInput) async -> AuthorizeDecision {
    var attempt = AuthorizeAttempt(ask: ask)
    let outcome = await outcome(of: &attempt)
    return AuthorizeDecision(outcome: outcome, uiLocales: attempt.parameters["ui_locales"])
  }

  private func outcome(of attempt: inout AuthorizeAttempt) async -> AuthorizeOutcome {
    do {
      for rule in Pipeline.authorize {
        try await rule.apply(to: &attempt, by: self)
        if let need = attempt.need, let client = attempt.client, let uri = attempt.redirectURI {
          // A pushed request stays here: the browser comes back with its `request_uri`.
          let kept = attempt.pushed == nil ? attempt.parameters : attempt.ask.parameters
          return .interaction(need, client, redirectURI: uri, kept)
        }
      }
      return await answer(.code(try established(attempt.code, "code")), to: attempt)
    } catch {
      let refusal = known(error)
      guard attempt.redirectURI != nil else { return .page(refusal) }
      return await answer(.refusal(refusal), to: attempt)
    }
  }

  /// The client of a request, and what its sign-in page shows, before anything is decided.
  ///
  /// - Parameters:
  ///   - parameters: The request's parameters, as the browser brought them.
  ///   - interaction: The interaction they belong to.
  /// - Returns: Nil when the client is unknown or the request has expired.
  /// - Throws: When the store does not answer.
  public func asked(
    _ parameters: Parameters, in interaction: String
  ) async throws -> (client: RegisteredClient, redirectURI: String?, loginHint: String?)? {
    let ask = AuthorizeInput(parameters: parameters, login: nil, interaction: interaction)
    var attempt = AuthorizeAttempt(ask: ask)
    do {
      try await ResolvePushedRequest().apply(to: &attempt, by: self)
      try await FindClient().apply(to: &attempt, by: self)
    } catch is OAuthError {
      return nil
    }
    return attempt.client.map {
      ($0, attempt.parameters["redirect_uri"], attempt.parameters["login_hint"])
    }
  }

  /// Keeps an authorization request for the browser that will come with its name.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - proof: The proof of a key that came with it.
  ///   - source: Where it came from; wrong secrets are counted per source.
  /// - Throws: The refusal to write.
  public func push(
    _ request: PushedAuthorizationExchange.Received, proof: DPoPProof.Received? = nil,
    from source: String
  ) async throws(OAuthError) -> PushedAuthorization {
    var attempt = AuthorizeAttempt(
      ask: AuthorizeInput(parameters: request.parameters, login: nil),
      pusher: (request.client, source), proof: proof)
    do {
      for rule in Pipeline.push { try await rule.apply(to: &attempt, by: self) }
      return try established(attempt.kept, "name")
    } catch { throw known(error) }
  }

  /// Gives a device its codes.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - source: Where it came from; requests are counted per source.
  /// - Throws: The refusal to write.
  public func deviceAuthorization(
    _ request: DeviceAuthorizationRequest, from source: String
  ) async throws(OAuthError) -> DeviceAuthorization {
    var attempt = DeviceAttempt(request: request, source: source)
    do {
      for rule in Pipeline.deviceAuthorization { try await rule.apply(to: &attempt, by: self) }
      return try established(attempt.authorization, "codes")
    } catch { throw known(error) }
  }

  /// Decides a token request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - proof: The proof of a key that came with it.
  ///   - source: Where it came from; wrong secrets are counted per source.
  /// - Throws: The refusal to write.
  public func token(
    _ request: TokenRequest, proof: DPoPProof.Received? = nil, from source: String
  ) async throws(OAuthError) -> TokenGrant {
    var attempt = TokenAttempt(request: request, source: source, proof: proof)
    let rules =
      switch request.grant {
      case .authorizationCode: Pipeline.code
      case .refreshToken: Pipeline.refresh
      case .clientCredentials: Pipeline.credentials
      case .deviceCode: Pipeline.device
      case .tokenExchange: Pipeline.exchange
      case .jwtBearer, .ciba:
        throw .refused(
          .unsupportedGrantType, "This grant type is not supported.", parameter: "grant_type")
      }
    do {
      for rule in rules { try await rule.apply(to: &attempt, by: self) }
      return try established(attempt.grant, "grant")
    } catch { throw known(error) }
  }

  /// Decides a revocation request; when it returns, the token is invalid.
  ///
  /// - Parameters:
  ///   - request: The request, as it was read.
  ///   - source: Where it came from; wrong secrets are counted per source.
  /// - Throws: The refusal to write.
  public func revoke(
    _ request: RevocationExchange.Received, from source: String
  ) async throws(OAuthError) {
    var attempt = RevokeAttempt(request: request, source: source)
    do {
      for rule in Pipeline.revoke { try await rule.apply(to: &attempt, by: self) }
    } catch { throw known(error) }
  }

  /// Describes a token (introspection).
  ///
  /// - Parameters:
  ///   - request: The request, as it was read.
  ///   - source: Where the question came from; wrong secrets are counted per source.
  /// - Throws: The refusal to write.
  public func introspect(
    _ request: IntrospectionExchange.Received, from source: String
  ) async throws(OAuthError) -> IntrospectionExchange.Reply {
    var attempt = IntrospectAttempt(request: request, source: source)
    do {
      for rule in Pipeline.introspect { try await rule.apply(to: &attempt, by: self) }
      return try established(attempt.reply, "answer")
    } catch { throw known(error) }
  }

  /// Decides a userinfo request.
  ///
  /// - Parameters:
  ///   - accessToken: The token.
  ///   - scheme: How it was presented.
  ///   - proof: The proof of a key that came with it.
  /// - Throws: The refusal to write.
  public func userInfo(
    _ accessToken: Secret, presentedAs scheme: BearerChallenge.Scheme = .bearer,
    proof: DPoPProof.Received? = nil
  ) async throws(OAuthError) -> UserInfoReply {
    var attempt = UserInfoAttempt(accessToken: accessToken, scheme: scheme, proof: proof)
    do {
      for rule in Pipeline.userInfo { try await rule.apply(to: &attempt, by: self) }
      return try established(attempt.reply, "answer")
    } catch { throw known(error) }
  }

  /// A refusal as it is; anything else means that something this issuer needs did not answer.
  func known(_ error: any Error) -> OAuthError {
    if let refusal = error as? OAuthError { return refusal }
    if let failure = error as? ServerFailure {
      audit(AuditEvent(.serverFailed, ["reason": failure.reason]))
      return .serverFailed
    }
    audit(AuditEvent(.storeUnavailable, ["error": String(describing: type(of: error))]))
    return .storeUnavailable
  }
}
