// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// The decisions of an authorization server, without sockets, database or pages.
///
/// Each function runs one column of the pipeline's table, top to bottom, and gives the protocol's
/// value: what to answer, or the refusal to write.
public struct Issuing: Sendable {
  /// The figures it decides by.
  public let settings: IssuerSettings
  /// What it remembers.
  public let store: any IssuerStore
  /// Whom it knows.
  public let directory: any Directory
  /// What it signs with.
  public let keys: SigningKeys
  /// Its clock and randomness.
  public let environment: Environment
  /// Called with everything an operator may have to explain.
  public let audit: @Sendable (AuditEvent) -> Void

  let suspicions = Suspicions()

  /// Puts an issuer together.
  public init(
    settings: IssuerSettings, store: any IssuerStore, directory: any Directory, keys: SigningKeys,
    environment: Environment, audit: @escaping @Sendable (AuditEvent) -> Void
  ) {
    self.settings = settings
    self.store = store
    self.directory = directory
    self.keys = keys
    self.environment = environment
    self.audit = audit
  }

  /// Decides an authorization request.
  ///
  /// It never throws: a refusal is either for the client, at its redirect URI, or for the person.
  public func authorize(_ ask: AuthorizeAsk) async -> AuthorizeAnswer {
    var attempt = AuthorizeAttempt(ask: ask)
    let response: AuthorizationResponse
    do {
      for rule in Pipeline.authorize {
        try await rule.apply(to: &attempt, by: self)
        if let need = attempt.need, let client = attempt.client, let uri = attempt.redirectURI {
          return .interaction(need, client, redirectURI: uri)
        }
      }
      response = .code(try established(attempt.code, "code"))
    } catch {
      let refusal = known(error)
      guard attempt.redirectURI != nil else { return .page(refusal) }
      response = .refusal(refusal)
    }
    guard let uri = attempt.redirectURI else { return .page(.server("No redirect URI.")) }
    return .redirect(
      response.redirect(to: uri, state: ask.parameters["state"], issuer: settings.issuer))
  }

  /// Decides a token request.
  ///
  /// - Parameter source: where it came from; wrong secrets are counted per source.
  /// - Throws: the refusal to write.
  public func token(
    _ request: TokenRequest, from source: String
  ) async throws(OAuthError) -> TokenGrant {
    var attempt = TokenAttempt(request: request, source: source)
    let rules =
      switch request.grant {
      case .authorizationCode: Pipeline.code
      case .refreshToken: Pipeline.refresh
      case .clientCredentials: Pipeline.credentials
      case .deviceCode, .tokenExchange, .jwtBearer, .ciba:
        throw .refused(
          .unsupportedGrantType, "This grant type is not supported.", parameter: "grant_type")
      }
    do {
      for rule in rules { try await rule.apply(to: &attempt, by: self) }
    } catch { throw known(error) }
    return try established(attempt.grant, "grant")
  }

  /// Decides a revocation request; returning means that the token is worth nothing here any more.
  ///
  /// - Parameter source: where it came from; wrong secrets are counted per source.
  /// - Throws: the refusal to write.
  public func revoke(
    _ request: RevocationExchange.Received, from source: String
  ) async throws(OAuthError) {
    var attempt = RevokeAttempt(request: request, source: source)
    do {
      for rule in Pipeline.revoke { try await rule.apply(to: &attempt, by: self) }
    } catch { throw known(error) }
  }

  /// Decides a userinfo request.
  ///
  /// - Throws: the refusal to write.
  public func userInfo(_ accessToken: Secret) async throws(OAuthError) -> UserInfo {
    var attempt = UserInfoAttempt(accessToken: accessToken)
    do {
      for rule in Pipeline.userInfo { try await rule.apply(to: &attempt, by: self) }
    } catch { throw known(error) }
    return try established(attempt.userInfo, "claims")
  }

  /// A refusal as it is; anything else means that something this issuer needs did not answer.
  private func known(_ error: any Error) -> OAuthError {
    if let refusal = error as? OAuthError { return refusal }
    audit(AuditEvent(.storeUnavailable, ["error": String(describing: type(of: error))]))
    return .storeUnavailable
  }
}
