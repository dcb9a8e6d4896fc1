// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import Logging

extension AuthorizationTransaction: RedirectTransaction {
  static let flow = "code"

  init(json: JSONObject, dialect: Dialect) throws(OAuthError) { try self.init(json: json) }

  func answer(
    in callback: String, to signIn: SignInContext
  ) async throws(OAuthError) -> AuthorizationReply {
    let now = signIn.environment.now()
    guard responseMode.isJWT else { return try reply(from: callback, at: now) }
    return try await signIn.context.reply(in: response(in: callback, at: now), to: self)
  }

  func session(
    of reply: AuthorizationReply, in signIn: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    try await verified(reply, in: signIn, storedAs: name).session
  }

  /// Redeems the code of an authorization response, and verifies the ID token. It must be called only
  /// once.
  func verified(
    _ reply: AuthorizationReply, in signIn: SignInContext, storedAs name: String?
  ) async throws(OAuthError) -> VerifiedSignIn {
    let grant = try await signIn.perform(
      CodeExchange(
        reply, client: signIn.client, tokenEndpoint: try signIn.metadata.requiredTokenEndpoint,
        dialect: signIn.dialect))
    let verified = try await signIn.verified(
      grant,
      expecting: TokenExpectations(self, scopes: requestedScopes, code: reply.code),
      storedAs: name)
    signIn.context.runtime.logger.debug(
      "sign-in is complete", metadata: ["issuer": "\(issuer)"])
    return verified
  }
}
