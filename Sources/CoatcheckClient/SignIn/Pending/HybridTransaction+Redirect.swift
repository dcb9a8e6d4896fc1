// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckOAuth

extension HybridTransaction: RedirectTransaction {
  static let flow = "hybrid"

  var issuer: Issuer { transaction.issuer }
  var clientID: String { transaction.clientID }
  var redirectURI: String { transaction.redirectURI }
  var responseMode: ResponseMode { transaction.responseMode }
  var state: Secret { transaction.state }
  var startedAt: Date { transaction.startedAt }

  func answer(in callback: String, to signIn: SignInContext) async throws(OAuthError) -> Reply {
    try reply(from: callback, at: signIn.environment.now())
  }

  func session(
    of reply: Reply, in signIn: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let front = try await identity(in: reply, for: signIn)
    let grant: TokenGrant
    if let code = reply.code {
      let tokenEndpoint = try signIn.metadata.requiredTokenEndpoint
      grant = try await signIn.perform(
        CodeExchange(
          code, client: signIn.client, tokenEndpoint: tokenEndpoint, dialect: signIn.dialect))
    } else if var own = reply.grant {
      own.idToken = reply.idToken
      grant = own
    } else {
      throw .unreadable(.callbackMalformed, "The callback has no access token.")
    }
    let session = try await signIn.session(
      of: grant,
      expecting: TokenExpectations(
        transaction, scopes: transaction.requestedScopes, code: reply.code?.code),
      storedAs: name)
    // OIDC Core §3.3.3.6: "the iss and sub Claim Values MUST be identical in both ID Tokens."
    guard front.map({ $0.subject.isExactly(session.account.subject) }) ?? true else {
      throw .unreadable(
        .subjectMismatch, "The two ID tokens are about different users.", parameter: "sub")
    }
    return session
  }

  /// The claims of the ID token of the callback; nil when no ID token was requested.
  func identity(
    in reply: Reply, for signIn: SignInContext
  ) async throws(OAuthError) -> IDToken? {
    guard let idToken = reply.idToken else { return nil }
    let (context, runtime) = (signIn.context, signIn.context.runtime)
    var rules = try IDTokenRules(
      issuer: context.metadata.issuer, clientID: context.client.id, nonce: transaction.nonce,
      algorithms: context.idTokenAlgorithms, now: runtime.serverTime)
    (rules.accessToken, rules.maxAge) = (reply.grant?.accessToken, transaction.maxAge)
    rules.essentialACRs = transaction.essentialACRs
    return try await IDTokenCheck(
      keys: runtime.keys, jwksURI: context.metadata.jwksURI, profile: runtime.profile,
      client: context.client
    ).claims(of: idToken, rules: self.rules(for: reply, from: rules))
  }
}
