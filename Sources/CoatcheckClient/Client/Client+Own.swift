// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

extension Client {
  /// A session of the client itself, by the client credentials grant, without a user.
  ///
  /// The token is stored and shared by all programs that use the store until it expires; then one of
  /// them requests the next one. There is one session for each set of scopes and parameters, so call
  /// this wherever a token is needed:
  ///
  /// ```swift
  /// let session = try await client.ownSession(scopes: ["WMS_Availability"])
  /// let (response, data) = try await session.data(for: request)
  /// ```
  ///
  /// [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4).
  ///
  /// - Parameters:
  ///   - scopes: The scopes to request; empty leaves them to the authorization server.
  ///   - extra: Parameters of the token request that the provider requires besides those of the
  ///     protocol.
  /// - Throws: `misused` naming `secret` when the client has no credentials, and naming `scopes` when a
  ///   user's session is stored under the same name; `refused` when the authorization server refuses;
  ///   `unreadable` when the token response cannot be used; what the transport or the store throws.
  ///   Nothing is stored then.
  public func ownSession(
    scopes: [Scope] = [], extra: Parameters = [:]
  ) async throws(OAuthError) -> Session {
    if case .none = identity.authentication {
      throw .misused("secret", "A client without a secret cannot ask for a token of its own.")
    }
    let renewal = RenewalMethod.clientCredentials(scopes: scopes, extra: extra)
    let issuer = provider.metadata.issuer.text
    let own = provider.dialect.extra[.clientCredentials] ?? [:]
    let account = AccountID(
      issuer: issuer, clientID: identity.id, subject: renewal.subject(own: own) ?? "")
    if let session = try await known(account) { return session }
    do {
      let lock = StoreLock.signIn(issuer: issuer, clientID: identity.id, name: account.subject)
      return try await store.withExclusiveAccess(to: lock) {
        // A caller that had to wait uses the token that was stored meanwhile.
        if let session = try await known(account) { return session }
        return try await keep(first(renewal, of: account, scopes, extra))
      }
    } catch {
      throw OAuthError.known(error)
        ?? .unreachable(.storeFailed, "The session store failed: the lock is not available.")
    }
  }

  private func first(
    _ renewal: RenewalMethod, of account: AccountID, _ scopes: [Scope], _ extra: Parameters
  ) async throws(OAuthError) -> StoredSession {
    let signIn = try signInContext()
    let tokenEndpoint = try signIn.metadata.requiredTokenEndpoint
    var exchange = DirectExchange(
      .clientCredentials, scopes: scopes, client: identity, tokenEndpoint: tokenEndpoint,
      dialect: provider.dialect)
    exchange.extra = extra
    var grant = try await signIn.perform(exchange)
    try context.runtime.dpop.check(grant)
    try context.runtime.profile.checkBinding(of: grant, to: signIn.dpopKey?.publicJWK.thumbprint)
    // RFC 6749 §4.4.3: "A refresh token SHOULD NOT be included." The client credentials replace it.
    grant.refreshToken = nil
    grant.idToken = nil
    var session = try StoredSession(
      account: account, grant: grant, scopes: scopes, metadata: signIn.metadata,
      authentication: identity.authentication)
    session.renewal = renewal
    session.dpopKey = signIn.dpopKey
    return session
  }

  /// The stored session of the account, updated with the client's present credentials, token endpoint
  /// and dialect.
  private func known(_ account: AccountID) async throws(OAuthError) -> Session? {
    guard let stored = try await undamaged(account), context.runtime.dpop.accepts(stored) else {
      return nil
    }
    guard stored.renewal != .refreshToken else {
      // The record belongs to a user whose subject equals that of the client's own session.
      throw .misused("scopes", "The session that is stored under these scopes belongs to a user.")
    }
    guard !isCurrent(stored) else { return live(stored) }
    do {
      return try await store.withExclusiveAccess(to: account) {
        guard var stored = try await undamaged(account) else { return nil }
        stored.authentication = identity.authentication
        stored.tokenEndpoint = context.metadata.tokenEndpoint ?? stored.tokenEndpoint
        stored.dialect = provider.dialect
        try await store.save(stored)
        return live(stored)
      }
    } catch {
      throw OAuthError.known(error)
        ?? .unreachable(.storeFailed, "The session store failed: the lock is not available.")
    }
  }

  /// Whether the stored session has the client's present credentials, dialect and token endpoint.
  /// Without this check a replaced secret would stay in use.
  private func isCurrent(_ stored: StoredSession) -> Bool {
    stored.authentication.isSame(as: identity.authentication)
      && stored.dialect == provider.dialect
      && stored.tokenEndpoint == context.metadata.tokenEndpoint
  }

  private func undamaged(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    do throws(OAuthError) {
      return try await store.session(account)
    } catch  where error.code == .storeDamaged {
      // The store sets the damaged record aside, and the token can be requested again.
      return nil
    }
  }
}
