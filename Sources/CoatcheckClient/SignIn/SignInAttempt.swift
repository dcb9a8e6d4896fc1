// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Logging
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One sign-in that waits for its callback. It ends with the first callback that is its own.
public final class SignInAttempt: Sendable {
  /// The address to open in the person's browser.
  public let url: URL
  /// What the callback is checked against.
  public let transaction: AuthorizationTransaction

  private let flow: CodeFlow
  private let isUsed = Mutex(false)

  init(flow: CodeFlow, transaction: AuthorizationTransaction, url: URL) {
    self.flow = flow
    self.transaction = transaction
    self.url = url
  }

  /// Checks the callback, redeems its code and verifies the ID token.
  ///
  /// A callback that isn't this sign-in's is refused and changes nothing: the right one may still come.
  ///
  /// - Parameters:
  ///   - callback: The whole address the browser was sent to.
  ///   - name: What to call the session; without it, the person's subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `unreadable` for a callback, tokens or an ID token that must not be believed; `refused`
  ///   when the issuer said no; `misused` when the attempt has ended already, and no request was sent.
  public func finish(
    _ callback: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    let reply = try transaction.reply(from: callback, at: flow.environment.now())
    // RFC 6749 §4.1.2: "The client MUST NOT use the authorization code more than once."
    let wasUsed = isUsed.withLock { isUsed in
      defer { isUsed = true }
      return isUsed
    }
    guard !wasUsed else {
      throw .misused("callback", "This sign-in has received its callback already.")
    }
    guard let tokenEndpoint = flow.metadata.tokenEndpoint else {
      throw .unreadable(
        .metadataMalformed, "The issuer has no token endpoint.", parameter: "token_endpoint")
    }
    let grant = try await flow.transport.perform(
      CodeExchange(reply, client: flow.client, tokenEndpoint: tokenEndpoint),
      environment: flow.environment, clock: flow.clock)
    let identity = try await identity(in: grant)
    flow.logger.debug("sign-in is complete", metadata: ["issuer": "\(transaction.issuer)"])
    var session = try StoredSession(
      account: AccountID(
        issuer: transaction.issuer.text, clientID: transaction.clientID,
        subject: identity?.subject ?? name ?? "anonymous"),
      name: name, grant: grant, scopes: transaction.requestedScopes, metadata: flow.metadata,
      idTokenAlgorithms: flow.algorithms, authentication: flow.client.authentication,
      redirectURI: transaction.redirectURI)
    session.authTime = identity?.authTime
    return session
  }

  /// Who signed in; nil when the scopes didn't ask for it.
  private func identity(in grant: TokenGrant) async throws(OAuthError) -> IDToken? {
    guard let idToken = grant.idToken else {
      // OIDC Core §3.1.3.3: the reply to a request with the scope openid has an ID token.
      guard !transaction.requestedScopes.contains(.openID) else {
        throw .unreadable(
          .idTokenInvalid, "The issuer sent no ID token, which was asked for.",
          parameter: "id_token")
      }
      return nil
    }
    let rules = try IDTokenRules(
      issuer: transaction.issuer, clientID: transaction.clientID, nonce: transaction.nonce,
      accessToken: grant.accessToken, maxAge: transaction.maxAge, algorithms: flow.algorithms,
      leeway: flow.leeway, now: flow.clock.now(flow.environment))
    return try await IDTokenCheck(keys: flow.keys, jwksURI: flow.metadata.jwksURI)
      .claims(of: idToken, rules: rules)
  }
}
