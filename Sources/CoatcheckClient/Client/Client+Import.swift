// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// Creates and stores a session of tokens that were obtained elsewhere: by another SDK, or by hand.
  ///
  /// The subject of the tokens is requested at the provider's UserInfo endpoint, which verifies the
  /// access token as well. Where there is no such endpoint, or it does not accept the token, `subject`
  /// has to be given.
  ///
  /// - Parameters:
  ///   - tokens: The tokens. An access token whose expiry is unknown is used until it is rejected;
  ///     without a refresh token it cannot be replaced. An ID token among them is not verified, and is
  ///     dropped.
  ///   - subject: The subject of the tokens (`sub`); nil to request it. The UserInfo endpoint must not
  ///     return another one.
  ///   - scopes: The requested scopes, where they are known.
  ///   - name: The name the session is stored under; without it, the subject.
  ///   - accessibility: When a keychain lets the session be read; nil for the choice of the store.
  ///   - check: Whether the UserInfo endpoint is requested.
  /// - Returns: The session, stored.
  /// - Throws: `refused` when the provider does not accept the token; `subjectMismatch` when it is
  ///   another user's; `misused` naming `subject` when the subject is unknown, and naming `name` when
  ///   another account has the name; what the transport or the store throws. Nothing is stored then.
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
      UserInfoExchange(
        endpoint: endpoint, accessToken: tokens.accessToken, subject: subject,
        subjects: context.dialect.subjects),
      environment: environment, clock: context.runtime.clock
    ).subject
  }
}

/// How the subject of tokens that were obtained elsewhere is determined.
public enum ImportCheck: Sendable, Hashable {
  /// The provider's UserInfo endpoint is requested with the access token, and returns its subject.
  case userInfo
  /// The subject that the caller names is trusted: neither the token nor its subject was verified.
  case trustingCaller
}
