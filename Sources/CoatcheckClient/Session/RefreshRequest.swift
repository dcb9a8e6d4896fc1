// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import Logging
import CoatcheckFoundation

/// Sends the token request of a refresh, and validates the response.
struct RefreshRequest: Sendable {
  let runtime: ClientRuntime
  let nonces: DPoPNonces
  let metrics: SessionMetrics

  /// The maximum wait between two tries. After a longer `Retry-After` the error is thrown, and the
  /// caller decides when to repeat the request.
  private static let maximumPause: Duration = .seconds(5)

  /// Requests the tokens that replace the current ones.
  ///
  /// - Throws: `refused` when the authorization server refuses; `unreachable` when it was not
  ///   reached in as many tries as its dialect allows; `unreadable` when the reply is about another
  ///   user: nothing of it is used, and the tokens before stay as they were.
  func successor(
    of current: StoredSession, by exchange: any TokenEndpointExchange
  ) async throws(OAuthError) -> StoredSession {
    // RFC 9449 §5: "the client MUST present a DPoP proof for the same key that was used to obtain
    // the refresh token each time that refresh token is used".
    let prover = current.dpopKey.map { DPoPProver(key: $0, nonces: nonces) }
    var grant = try await granted(exchange, prover, tries: current.dialect.refreshTries)
    if prover == nil {
      try DPoPPolicy.never.check(grant)
    } else if DPoPToken.isType(current.tokenType) {
      try DPoPPolicy.required().check(grant)
    }
    try runtime.profile.checkBinding(of: grant, to: prover?.thumbprint)
    // RFC 6749 §4.4.3: "A refresh token SHOULD NOT be included."
    if current.renewal != .refreshToken { grant.refreshToken = nil }
    return current.refreshed(by: grant, idToken: try await idToken(in: grant, after: current))
  }

  private func granted(
    _ exchange: some TokenEndpointExchange, _ prover: DPoPProver?, tries limit: Int
  ) async throws(OAuthError) -> TokenGrant {
    let limit = min(max(limit, 1), 10)
    var tries = 1
    while true {
      do throws(OAuthError) {
        return try await runtime.transport.perform(
          exchange, provedBy: prover, environment: runtime.environment, clock: runtime.clock)
      } catch  where error.isTransient && tries < limit {
        let pause = error.retryAfter ?? backoff(tries)
        guard pause <= Self.maximumPause else { throw error }
        runtime.logger.info(
          "the refresh failed and is repeated",
          metadata: ["try": "\(tries)", "error": "\(error.code.rawValue)"])
        metrics.countRefreshRetry()
        do { try await runtime.environment.sleep(pause) } catch { throw .programCancelled }
        tries += 1
      }
    }
  }

  /// The wait before the next try: 250 ms, then 500 ms and so on, increased by a random part of at most
  /// the same length, so that many programs do not send their requests at once.
  private func backoff(_ tries: Int) -> Duration {
    let base = Duration.milliseconds(250) * tries
    return base + base * Int(runtime.environment.random(1).first ?? 0) / 255
  }

  private func idToken(
    in grant: TokenGrant, after current: StoredSession
  ) async throws(OAuthError) -> Secret? {
    guard let text = grant.idToken, let before = current.idToken else { return nil }
    let check = try IDTokenCheck(
      keys: runtime.keys, jwksURI: current.jwksURI, profile: runtime.profile, client: current.client
    )
    // The client's private keys are not stored with its sessions. Without them an encrypted ID token
    // cannot be decrypted, and the stored one, which was verified at the sign-in, is kept.
    if check.needsPublicKeysOnly, IDTokenCheck.isSealed(before), IDTokenCheck.isSealed(text) {
      return nil
    }
    do throws(OAuthError) {
      let token = try await check.authentic(text, accepting: current.idTokenAlgorithms)
      let rules = RefreshedIDToken(current: current, accessToken: grant.accessToken)
      return try rules.isRecentEnough(token, now: runtime.serverTime) ? text : nil
    } catch  where error.isTransient {
      // The new tokens must not be lost: the ID token is left out, as if the response had none.
      runtime.logger.info(
        "the keys for the new ID token cannot be fetched; the old ID token is kept")
      return nil
    }
  }
}

extension StoredSession {
  /// The token request for the next access token.
  ///
  /// - Throws: `interactionRequired` when there is no grant that may be sent; the session is unchanged
  ///   then.
  func renewalExchange(at now: Date) throws(OAuthError) -> any TokenEndpointExchange {
    switch renewal {
    case .refreshToken:
      return RefreshExchange(
        refreshToken: try usableRefreshToken(at: now), resources: resources, client: client,
        tokenEndpoint: tokenEndpoint, dialect: dialect)
    case .clientCredentials(let scopes, let extra):
      var exchange = DirectExchange(
        .clientCredentials, scopes: scopes, client: client, tokenEndpoint: tokenEndpoint,
        dialect: dialect)
      exchange.extra = extra
      return exchange
    }
  }

  private func usableRefreshToken(at now: Date) throws(OAuthError) -> Secret {
    guard let refreshToken else {
      throw .refused(
        .interactionRequired,
        "The access token has expired and there is no refresh token; sign in again.",
        parameter: "refresh_token")
    }
    guard !dialect.requirements.contains(.signedRefresh) || authentication.secret != nil else {
      throw .refused(
        .interactionRequired,
        "A refresh is signed with the client's secret, and this client has none; sign in again.",
        parameter: "client_secret")
    }
    guard dialect.refreshTokenEnd != .final || !refreshExpiry.isExpired(at: now) else {
      throw .refused(.interactionRequired, "The refresh token has expired; sign in again.")
    }
    return refreshToken
  }
}
