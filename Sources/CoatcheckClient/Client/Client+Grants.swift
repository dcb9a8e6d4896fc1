// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

extension Client {
  /// A transport for requests from service to service, with a token of the client's own and no
  /// user.
  ///
  /// ```swift
  /// let stock = client.service(scopes: ["stock:read"])
  /// let (response, data) = try await stock.send(request, body: Data(), limit: .standard)
  /// ```
  ///
  /// Transports for the same target share one token (``ownTokens``).
  ///
  /// - Parameters:
  ///   - scopes: What the token shall be good for; empty leaves it to the provider.
  ///   - audience: The service it is for, by the name that the provider has for it.
  ///   - resources: The protected resources it is for, absolute URIs (RFC 8707).
  ///   - details: What it shall be good for in more detail than scopes can say (RFC 9396).
  public func service(
    scopes: [Scope] = [], audience: String? = nil, resources: [String] = [],
    details: [AuthorizationDetail] = []
  ) -> AuthorizedTransport {
    AuthorizedTransport(
      authorizer: ownTokens.authorizer(
        for: TokenTarget(
          scopes: scopes, audience: audience, resources: resources, details: details)),
      transport: transport, environment: environment)
  }

  /// Exchanges one token for another. The new one is a bearer token, and is not stored; by
  /// `signIn(using: .tokenExchange(…))` it becomes a session instead.
  ///
  /// [RFC 8693](https://www.rfc-editor.org/rfc/rfc8693).
  ///
  /// - Parameters:
  ///   - grant: What is exchanged, for what.
  ///   - scopes: What the new token shall be good for; empty leaves it to the provider.
  ///   - resources: The protected resources it is for, absolute URIs (RFC 8707).
  ///   - details: What it shall be good for in more detail than scopes can say (RFC 9396).
  /// - Throws: `refused` when the provider refuses; `unreadable` when the new token is of another
  ///   kind than the requested one.
  public func exchange(
    _ grant: TokenExchangeGrant, scopes: [Scope] = [], resources: [String] = [],
    details: [AuthorizationDetail] = []
  ) async throws(OAuthError) -> TokenGrant {
    try await redeemed(.tokenExchange(grant), scopes, resources, details)
  }

  /// Exchanges a session's own access token for another, for the same user. Where the token is
  /// bound to a key, the request goes with a proof of the key, and the new token has to be bound to
  /// it as well.
  ///
  /// - Parameters:
  ///   - session: On whose behalf the new token is wanted.
  ///   - actor: Who acts on that behalf, where it is not the client itself.
  ///   - requestedType: The kind of token that is wanted; nil leaves it to the provider.
  ///   - audiences: The names of the services where the new token will be used.
  ///   - scopes: What the new token shall be good for; empty leaves it to the provider.
  ///   - resources: The protected resources it is for, absolute URIs (RFC 8707).
  ///   - details: What it shall be good for in more detail than scopes can say (RFC 9396).
  /// - Throws: As ``exchange(_:scopes:resources:details:)`` and `Session.accessToken()`;
  ///   `unreadable` when the new token is not bound to the key.
  public func exchange(
    of session: Session, actor: TokenExchangeGrant.Token? = nil,
    requestedType: TokenTypeIdentifier? = nil, audiences: [String] = [], scopes: [Scope] = [],
    resources: [String] = [], details: [AuthorizationDetail] = []
  ) async throws(OAuthError) -> TokenGrant {
    let token = try await session.accessToken()
    let grant = TokenExchangeGrant(
      subject: .init(token, .accessToken), actor: actor, requestedType: requestedType,
      audiences: audiences)
    return try await redeemed(
      .tokenExchange(grant), scopes, resources, details, provedBy: session.stored?.dpopKey)
  }

  /// A token for a JWT that says on whose behalf, which the key of its issuer signs.
  ///
  /// [RFC 7523 §2.1](https://www.rfc-editor.org/rfc/rfc7523#section-2.1).
  ///
  /// - Parameters:
  ///   - assertion: The JWT, of `JWTBearerAssertion.signed(by:in:)` or of an identity provider.
  ///   - scopes: What the token shall be good for; empty leaves it to the provider.
  ///   - resources: The protected resources it is for, absolute URIs (RFC 8707).
  ///   - details: What it shall be good for in more detail than scopes can say (RFC 9396).
  /// - Throws: `refused` when the provider refuses.
  public func token(
    for assertion: Secret, scopes: [Scope] = [], resources: [String] = [],
    details: [AuthorizationDetail] = []
  ) async throws(OAuthError) -> TokenGrant {
    try await redeemed(.jwtBearer(assertion), scopes, resources, details)
  }

  private func redeemed(
    _ grant: DirectGrant, _ scopes: [Scope], _ resources: [String],
    _ details: [AuthorizationDetail], provedBy key: SigningKey? = nil
  ) async throws(OAuthError) -> TokenGrant {
    let answer = try await transport.perform(
      exchange(grant, scopes, resources, details), provedBy: key, environment: environment,
      clock: context.runtime.clock)
    try check(answer, boundTo: key)
    return answer
  }

  /// Checks that an access token is bound to what it has to be. What is not one has no type of RFC
  /// 6749, but `N_A`: RFC 8693 §2.2.1.
  private func check(_ answer: TokenGrant, boundTo key: SigningKey?) throws(OAuthError) {
    guard answer.issuedTokenType == nil || answer.issuedTokenType == .accessToken else { return }
    try (key == nil ? DPoPPolicy.never : .required()).check(answer)
    try context.runtime.profile.checkBinding(of: answer, to: key?.publicJWK.thumbprint)
  }

  private func exchange(
    _ grant: DirectGrant, _ scopes: [Scope], _ resources: [String],
    _ details: [AuthorizationDetail]
  ) throws(OAuthError) -> DirectExchange {
    var exchange = DirectExchange(
      grant, scopes: scopes, client: identity,
      tokenEndpoint: try context.metadata.requiredTokenEndpoint, resources: resources,
      dialect: provider.dialect)
    exchange.details = details
    return exchange
  }
}
