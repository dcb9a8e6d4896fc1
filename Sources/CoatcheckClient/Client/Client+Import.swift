// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// Makes a session of tokens which were obtained elsewhere: by another SDK, or by hand.
  ///
  /// Whose tokens they are is asked at the provider's userinfo endpoint, which proves the access
  /// token as well. Where there is no such endpoint, or the token is not good for it, `subject` has
  /// to say it.
  ///
  /// - Parameters:
  ///   - tokens: The tokens. An access token whose end is not known is used until it is rejected;
  ///     without a refresh token it cannot be replaced. An ID token among them is not believed, and
  ///     dropped.
  ///   - subject: Whose tokens they are. The userinfo endpoint must not say otherwise.
  ///   - scopes: The requested scopes, where they are known.
  ///   - name: The name the session is stored under; without it, the subject.
  ///   - accessibility: When a keychain lets the session be read; nil for the choice of the store.
  ///   - check: Whether the provider is asked.
  /// - Returns: The session, stored.
  /// - Throws: `refused` when the provider does not accept the token; `subjectMismatch` when it is
  ///   another user's; `misused` when the subject is unknown. Nothing is stored then.
  public func adopt(
    _ tokens: TokenGrant, subject: String? = nil, scopes: [Scope] = [],
    storedAs name: String? = nil, accessibility: KeychainAccessibility? = nil,
    check: ImportCheck = .userInfo
  ) async throws(OAuthError) -> Session {
    var tokens = tokens
    tokens.idToken = nil
    let owner = try await owner(of: tokens, subject: subject, check: check)
    var stored = try StoredSession(
      account: AccountID(
        issuer: provider.metadata.issuer.text, clientID: identity.id, subject: owner),
      name: name, grant: tokens, scopes: scopes, metadata: context.metadata,
      authentication: identity.authentication)
    stored.accessibility = accessibility
    return try await keep(stored)
  }

  private func owner(
    of tokens: TokenGrant, subject: String?, check: ImportCheck
  ) async throws(OAuthError) -> String {
    guard check == .userInfo, let endpoint = context.metadata.userInfoEndpoint else {
      guard let subject, !subject.isEmpty else {
        throw .misused("subject", "The subject of the tokens is unknown.")
      }
      return subject
    }
    return try await transport.perform(
      UserInfoExchange(endpoint: endpoint, accessToken: tokens.accessToken, subject: subject),
      environment: environment, clock: context.runtime.clock
    ).subject
  }
}

/// How tokens that were obtained elsewhere are proved.
public enum ImportCheck: Sendable, Hashable {
  /// The provider's userinfo endpoint is asked whose token it is.
  case userInfo
  /// The subject that the caller names is trusted: neither the token nor its subject was verified.
  case trustingCaller
}
