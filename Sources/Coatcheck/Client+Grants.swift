// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension Client {
  /// A transport for requests from service to service: with a token of the client's own, and nobody signed in.
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
  public func service(
    scopes: [Scope] = [], audience: String? = nil, resources: [String] = []
  ) -> AuthorizedTransport {
    AuthorizedTransport(
      authorizer: ownTokens.authorizer(
        for: TokenTarget(scopes: scopes, audience: audience, resources: resources)),
      transport: transport, environment: environment)
  }

  /// Exchanges one token for another. The new one is for whoever bears it, and is stored nowhere; by
  /// `signIn(by: GrantSignIn(.tokenExchange(…)))` it becomes a session instead.
  ///
  /// Specification: [RFC 8693](https://www.rfc-editor.org/rfc/rfc8693).
  ///
  /// - Parameters:
  ///   - grant: What is exchanged, for what.
  ///   - scopes: What the new token shall be good for; empty leaves it to the provider.
  ///   - resources: The protected resources it is for, absolute URIs (RFC 8707).
  /// - Throws: `refused` when the provider said no; `unreadable` when the new token is of another kind than
  ///   was asked for.
  public func exchange(
    _ grant: TokenExchangeGrant, scopes: [Scope] = [], resources: [String] = []
  ) async throws(OAuthError) -> TokenGrant {
    try await redeemed(.tokenExchange(grant), scopes, resources)
  }

  /// A token for a JWT that says on whose behalf, which the key of its issuer signs.
  ///
  /// Specification: [RFC 7523 §2.1](https://www.rfc-editor.org/rfc/rfc7523#section-2.1).
  ///
  /// - Parameters:
  ///   - assertion: The JWT, of ``JWTBearerAssertion/signed(by:in:)`` or of an identity provider.
  ///   - scopes: What the token shall be good for; empty leaves it to the provider.
  ///   - resources: The protected resources it is for, absolute URIs (RFC 8707).
  /// - Throws: `refused` when the provider said no.
  public func token(
    for assertion: Secret, scopes: [Scope] = [], resources: [String] = []
  ) async throws(OAuthError) -> TokenGrant {
    try await redeemed(.jwtBearer(assertion), scopes, resources)
  }

  private func redeemed(
    _ grant: DirectGrant, _ scopes: [Scope], _ resources: [String]
  ) async throws(OAuthError) -> TokenGrant {
    try await transport.perform(
      DirectExchange(
        grant, scopes: scopes, client: identity,
        tokenEndpoint: provider.metadata.requiredTokenEndpoint, resources: resources,
        dialect: provider.dialect),
      environment: environment, clock: clock)
  }
}
