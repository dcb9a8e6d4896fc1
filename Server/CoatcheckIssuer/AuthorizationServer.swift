// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// The decisions of an authorization server, without sockets, database or pages.
///
/// Each function decides the requests of one endpoint. It applies the rules of that endpoint in a fixed
/// order, and returns the content of the response, or throws the error response as an `OAuthError` with the
/// outcome `refused`.
///
/// Two errors are possible at every endpoint. `temporarilyUnavailable` with status 503 means that the
/// store, the directory or the signing keys cannot be used now. `serverError` with status 500 means that
/// the server is not configured consistently. The reason of both is in the audit log only.
public struct AuthorizationServer: Sendable {
  /// The lifetimes, limits and policies that it applies.
  public let settings: IssuerSettings
  /// Where codes, tokens, clients and sessions are kept.
  public let store: any IssuerStore
  /// Where users are looked up.
  public let directory: any Directory
  /// The keys that sign its tokens.
  public let keys: SigningKeys
  /// Its wall clock and its source of random bytes.
  public let environment: RuntimeEnvironment
  /// Receives the events for the audit log.
  public let audit: @Sendable (AuditEvent) -> Void

  /// The nonces that it provides for DPoP proofs ([RFC 9449 §8](https://www.rfc-editor.org/rfc/rfc9449#section-8)),
  /// where ``IssuerSettings/proofNonces`` requires them. Nil: no proof needs a nonce.
  public let nonces: RollingNonces?

  /// Fetches the documents that clients host (`jwks_uri`, `sector_identifier_uri`); nil when none are
  /// fetched.
  public let documents: (any ClientDocuments)?

  let clientKeys = ClientKeys()

  /// Creates an authorization server.
  ///
  /// - Parameters:
  ///   - settings: The lifetimes, limits and policies that it applies.
  ///   - store: Where codes, tokens, clients and sessions are kept.
  ///   - directory: Where users are looked up.
  ///   - keys: The keys that sign its tokens. Call ``SigningKeys/start()`` first: until then each request
  ///     that needs a key throws `misused`.
  ///   - environment: Its wall clock and its source of random bytes.
  ///   - nonces: The nonces for DPoP proofs, made from the same key on every node. They are used when
  ///     ``IssuerSettings/proofNonces`` requires them; without nonces none is required.
  ///   - documents: Fetches the documents that clients host. Without it a registration with `jwks_uri` or
  ///     `sector_identifier_uri` is refused.
  ///   - audit: Receives the events for the audit log. It is called while a request is decided, and must
  ///     not block.
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

  /// Decides an authorization request
  /// ([RFC 6749 §4.1.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1),
  /// [OpenID Connect Core §3.1.2](https://openid.net/specs/openid-connect-core-1_0.html#AuthorizationEndpoint)).
  ///
  /// It never throws. An error is part of the outcome: it goes to the client at its redirect URI, or to the
  /// user when the client or the redirect URI cannot be trusted.
  public func authorize(_ ask: AuthorizeInput) async -> AuthorizeOutcome {
    await decide(ask).outcome
  }

  /// Decides an authorization request, as ``authorize(_:)`` does, and also returns its `ui_locales`.
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

  /// The client, the redirect URI and the `login_hint` of an authorization request, for its sign-in page.
  /// Nothing is decided or changed.
  ///
  /// A pushed request is read from the store; other parameters are returned as they were sent, without
  /// validation.
  ///
  /// - Parameters:
  ///   - parameters: The parameters of the request, as the browser sent them.
  ///   - interaction: The identifier of the sign-in that the request belongs to.
  /// - Returns: Nil when the client is unknown or the pushed request has expired.
  /// - Throws: `StoreError` when the store cannot be read.
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

  /// Validates and stores a pushed authorization request, and returns its `request_uri`
  /// ([RFC 9126 §2](https://www.rfc-editor.org/rfc/rfc9126#section-2)).
  ///
  /// - Parameters:
  ///   - request: The request as it was read.
  ///   - proof: The DPoP proof of the request; nil without one. The authorization code is bound to its key.
  ///   - source: The source address. Wrong client secrets, and the requests of public clients, are counted
  ///     per source.
  /// - Throws: The error response to send, with the outcome `refused`. `invalidClient`: the client
  ///   authentication failed. `invalidRequest`: a parameter is missing or malformed, or (with status 413)
  ///   the request is over 8 KiB. `unauthorizedClient`, `invalidScope`, `invalidTarget`,
  ///   `invalidRequestObject` and the other codes of the authorization endpoint: the request would be
  ///   refused there too. `useDPoPNonce` and `invalidDPoPProof`: the proof. `temporarilyUnavailable` with
  ///   status 429: too many requests or wrong secrets; `retryAfter` says when to retry. Nothing is stored
  ///   then.
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

  /// Issues a device code and a user code for a device authorization request
  /// ([RFC 8628 §3.2](https://www.rfc-editor.org/rfc/rfc8628#section-3.2)).
  ///
  /// - Parameters:
  ///   - request: The request as it was read.
  ///   - source: The source address. Requests and wrong client secrets are counted per source.
  /// - Throws: The error response to send, with the outcome `refused`. `invalidClient`: the client
  ///   authentication failed. `unauthorizedClient`: the client is not registered for this grant.
  ///   `invalidScope`, `invalidTarget`: the client may not use a scope or resource.
  ///   `temporarilyUnavailable` with status 429: too many requests or wrong secrets; `retryAfter` says when
  ///   to retry.
  public func deviceAuthorization(
    _ request: DeviceAuthorizationRequest, from source: String
  ) async throws(OAuthError) -> DeviceAuthorization {
    var attempt = DeviceAttempt(request: request, source: source)
    do {
      for rule in Pipeline.deviceAuthorization { try await rule.apply(to: &attempt, by: self) }
      return try established(attempt.authorization, "codes")
    } catch { throw known(error) }
  }

  /// Decides a token request: authenticates the client, validates its grant, and issues tokens
  /// ([RFC 6749 §3.2](https://www.rfc-editor.org/rfc/rfc6749#section-3.2)).
  ///
  /// Everything else is checked before a code or refresh token is used, so that a refused request does not
  /// use it up.
  ///
  /// - Parameters:
  ///   - request: The request as it was read.
  ///   - proof: The DPoP proof of the request; nil without one. The tokens are bound to its key.
  ///   - source: The source address. Wrong client secrets and unknown codes are counted per source.
  /// - Throws: The error response to send, with the outcome `refused`. `invalidClient`: the client
  ///   authentication failed. `unsupportedGrantType`: a JWT bearer or CIBA grant. `unauthorizedClient`: the
  ///   client is not registered for the grant. `invalidGrant`: the code, refresh token or device code is
  ///   unknown, expired, used, revoked or another client's, the code verifier or redirect URI does not
  ///   match, or the account is disabled; a code that is used a second time, or a refresh token after its
  ///   grace period, also ends its family. `invalidRequest`, `invalidScope`, `invalidTarget`: a parameter.
  ///   `authorizationPending`, `slowDown`, `accessDenied`, `expiredToken`: the state of a device
  ///   authorization. `useDPoPNonce`, `invalidDPoPProof`: the proof. `temporarilyUnavailable` with status
  ///   429: too many wrong secrets or unknown codes; `retryAfter` says when to retry.
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

  /// Revokes a refresh or access token with its whole family
  /// ([RFC 7009 §2](https://www.rfc-editor.org/rfc/rfc7009#section-2)).
  ///
  /// When it returns, the token is invalid at this server. An unknown or expired token is not an error.
  ///
  /// - Parameters:
  ///   - request: The request as it was read.
  ///   - source: The source address. Wrong client secrets are counted per source.
  /// - Throws: The error response to send, with the outcome `refused`; nothing is revoked then.
  ///   `invalidClient`: the client authentication failed. `unauthorizedClient`: the token belongs to
  ///   another client. `unsupportedTokenType`: an access token without a family, from the client
  ///   credentials grant; it can only expire. `temporarilyUnavailable` with status 429: too many wrong
  ///   secrets; `retryAfter` says when to retry.
  public func revoke(
    _ request: RevocationExchange.Received, from source: String
  ) async throws(OAuthError) {
    var attempt = RevokeAttempt(request: request, source: source)
    do {
      for rule in Pipeline.revoke { try await rule.apply(to: &attempt, by: self) }
    } catch { throw known(error) }
  }

  /// Decides an introspection request ([RFC 7662 §2](https://www.rfc-editor.org/rfc/rfc7662#section-2)).
  ///
  /// A token is described to the client that it was issued to and to the resource server that it is for.
  /// For any other token the response says that it is not active.
  ///
  /// - Parameters:
  ///   - request: The request as it was read.
  ///   - source: The source address. Wrong client secrets are counted per source.
  /// - Throws: The error response to send, with the outcome `refused`. `invalidClient`: the client
  ///   authentication failed, or the client is public. `temporarilyUnavailable` with status 429: too many
  ///   wrong secrets; `retryAfter` says when to retry.
  public func introspect(
    _ request: IntrospectionExchange.Received, from source: String
  ) async throws(OAuthError) -> IntrospectionExchange.Reply {
    var attempt = IntrospectAttempt(request: request, source: source)
    do {
      for rule in Pipeline.introspect { try await rule.apply(to: &attempt, by: self) }
      return try established(attempt.reply, "answer")
    } catch { throw known(error) }
  }

  /// Decides a userinfo request: validates the access token, and returns the claims that its scopes release
  /// ([OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo)).
  ///
  /// - Parameters:
  ///   - accessToken: The access token.
  ///   - scheme: The scheme of the `Authorization` header field that presented it; `Bearer` unless given.
  ///   - proof: The DPoP proof of the request; nil without one. A token that is bound to a key needs it.
  /// - Throws: The error response to send, with the outcome `refused`. `invalidToken`: the token is
  ///   invalid, expired or bound to a key and presented as a bearer token, its session was ended, or its
  ///   client or user is disabled. `insufficientScope`: it was not granted `openid`. `invalidDPoPProof`:
  ///   the proof is missing, invalid or was used before. `useDPoPNonce`: the proof needs a nonce.
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

  /// The error for the client: an `OAuthError` as it is, and `server_error` for a ``ServerFailure``. Any
  /// other error means that the store or the directory cannot be used.
  func known(_ error: any Error) -> OAuthError {
    if let refusal = error as? OAuthError { return refusal }
    if let failure = error as? ServerFailure {
      audit(AuditEvent(.serverFailed, ["reason": failure.reason]))
      return .serverFailed
    }
    audit(.storeUnavailable(error))
    return .storeUnavailable
  }
}
