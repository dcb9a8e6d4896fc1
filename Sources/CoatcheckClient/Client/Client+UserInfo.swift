// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// The UserInfo claims of the user of a session, where responses were registered in another form
  /// than as JSON: signed, or signed and encrypted. `Session.userInfo()` is for JSON.
  ///
  /// - Parameters:
  ///   - session: Who is signed in.
  ///   - form: How answers were registered to come; one in another form is refused.
  ///   - presentation: Where the access token is in the request.
  /// - Throws: `refused` when the token is not accepted; `unreadable` when the answer must not be
  ///   believed: no claim of it may be used; else as `Session.accessToken()`.
  public func userInfo(
    of session: Session, as form: ResponseProtection,
    presentation: UserInfoExchange.TokenPresentation = .header
  ) async throws(OAuthError) -> UserInfo {
    try await UserInfoSource(context, form: form, presentation: presentation).userInfo(of: session)
  }

  /// The claims of the provider with those merged in that it passes on for others, or says where
  /// they are.
  ///
  /// - Parameters:
  ///   - claims: What the provider said: of ``userInfo(of:as:presentation:)`` or of an ID token.
  ///   - providers: Whose claims are believed.
  /// - Throws: `unreadable` when the sources cannot be read at all. A source that is no good costs
  ///   its own claims only, and is named in `failures`.
  public func claims(
    collecting claims: UserInfo, trusting providers: [Issuer]
  ) async throws(OAuthError) -> ClaimCollector.Collected {
    try await ClaimCollector(
      trusting: providers, transport: transport, environment: environment
    ).collect(claims.claims, from: provider.metadata.issuer)
  }
}
