// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// The UserInfo claims of the user, where the client is registered for another form of response than
  /// JSON: signed, or signed and encrypted. `Session.userInfo()` is for JSON.
  ///
  /// [OpenID Connect Core §5.3](https://openid.net/specs/openid-connect-core-1_0.html#UserInfo).
  ///
  /// - Parameters:
  ///   - session: The session of the user.
  ///   - form: The registered form of the response; a response in another form is invalid.
  ///   - presentation: Where the access token is in the request.
  /// - Throws: `refused` when the access token is not accepted; `unreadable` when the response is
  ///   invalid: none of its claims may be used; else as `Session.accessToken()` and the transport.
  public func userInfo(
    of session: Session, as form: ResponseProtection,
    presentation: UserInfoExchange.TokenPresentation = .header
  ) async throws(OAuthError) -> UserInfo {
    try await UserInfoSource(context, form: form, presentation: presentation).userInfo(of: session)
  }

  /// The claims of the provider, merged with the aggregated and distributed claims that it returns from
  /// other claims providers.
  ///
  /// [OpenID Connect Core §5.6.2](https://openid.net/specs/openid-connect-core-1_0.html#AggregatedDistributedClaims).
  ///
  /// - Parameters:
  ///   - claims: The claims of the provider: of ``userInfo(of:as:presentation:)`` or of an ID token.
  ///   - providers: The issuers whose claims are accepted.
  /// - Throws: `unreadable` when the list of the sources cannot be read. A single source that fails
  ///   only loses its own claims, and is named in `failures`.
  public func claims(
    collecting claims: UserInfo, trusting providers: [Issuer]
  ) async throws(OAuthError) -> ClaimCollector.Collected {
    try await ClaimCollector(
      trusting: providers, transport: transport, environment: environment
    ).collect(claims.claims, from: provider.metadata.issuer)
  }
}
