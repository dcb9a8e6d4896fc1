// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

extension Client {
  /// A transport for requests from service to service, authorized by the client credentials grant,
  /// without a user.
  ///
  /// ```swift
  /// let stock = client.service(scopes: ["stock:read"])
  /// let (response, data) = try await stock.send(request, body: Data(), limit: .standard)
  /// ```
  ///
  /// Transports for the same target share one token (``ownTokens``). The token is requested with the
  /// first request.
  /// [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4).
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  ///   - audience: The name of the resource server at the authorization server (`audience`); nil for
  ///     none.
  ///   - resources: The resource servers where the token will be used, as absolute URIs
  ///     ([RFC 8707](https://www.rfc-editor.org/rfc/rfc8707)).
  ///   - details: Permissions in more detail than scopes can say
  ///     ([RFC 9396](https://www.rfc-editor.org/rfc/rfc9396)).
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

  /// Exchanges one token for another. The new token is a bearer token, and is not stored;
  /// `signIn(using: .tokenExchange(…))` makes a session of it instead.
  ///
  /// [RFC 8693 §2](https://www.rfc-editor.org/rfc/rfc8693#section-2).
  ///
  /// - Parameters:
  ///   - grant: The subject token, the actor token and the requested token type.
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  ///   - resources: The resource servers where the token will be used, as absolute URIs
  ///     ([RFC 8707](https://www.rfc-editor.org/rfc/rfc8707)).
  ///   - details: Permissions in more detail than scopes can say
  ///     ([RFC 9396](https://www.rfc-editor.org/rfc/rfc9396)).
  /// - Throws: `refused` when the authorization server refuses; `unreadable` when the new token is of
  ///   another type than the requested one or is bound to a key, or when the provider has no token
  ///   endpoint; else what the transport throws.
  public func exchange(
    _ grant: TokenExchangeGrant, scopes: [Scope] = [], resources: [String] = [],
    details: [AuthorizationDetail] = []
  ) async throws(OAuthError) -> TokenGrant {
    try await redeemed(.tokenExchange(grant), scopes, resources, details)
  }

  /// Exchanges a session's own access token for another one of the same user. If the token is bound to
  /// a key, the request has a DPoP proof of this key, and the new token has to be bound to it as well.
  ///
  /// [RFC 8693 §2](https://www.rfc-editor.org/rfc/rfc8693#section-2).
  ///
  /// - Parameters:
  ///   - session: The session whose access token is the subject token.
  ///   - actor: The token of the party that acts on behalf of the user, where it is not the client
  ///     itself.
  ///   - requestedType: The type of the new token; nil leaves it to the authorization server.
  ///   - audiences: The names of the services where the new token will be used.
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  ///   - resources: The resource servers where the token will be used, as absolute URIs
  ///     ([RFC 8707](https://www.rfc-editor.org/rfc/rfc8707)).
  ///   - details: Permissions in more detail than scopes can say
  ///     ([RFC 9396](https://www.rfc-editor.org/rfc/rfc9396)).
  /// - Throws: As ``exchange(_:scopes:resources:details:)`` and `Session.accessToken()`; `unreadable`
  ///   when the new token is not bound to the key.
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

  /// Requests an access token with a JWT as the grant, which its issuer signed for the user. The token
  /// is not stored.
  ///
  /// [RFC 7523 §2.1](https://www.rfc-editor.org/rfc/rfc7523#section-2.1).
  ///
  /// - Parameters:
  ///   - assertion: The JWT, of `JWTBearerAssertion.signed(by:in:)` or of an identity provider.
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  ///   - resources: The resource servers where the token will be used, as absolute URIs
  ///     ([RFC 8707](https://www.rfc-editor.org/rfc/rfc8707)).
  ///   - details: Permissions in more detail than scopes can say
  ///     ([RFC 9396](https://www.rfc-editor.org/rfc/rfc9396)).
  /// - Throws: `refused` when the authorization server refuses; `unreadable` when the response cannot
  ///   be used, or the provider has no token endpoint; else what the transport throws.
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

  /// Checks that an access token is bound to the key, or to none. An issued token of another kind is
  /// not checked: its `token_type` is `N_A`
  /// ([RFC 8693 §2.2.1](https://www.rfc-editor.org/rfc/rfc8693#section-2.2.1)).
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
