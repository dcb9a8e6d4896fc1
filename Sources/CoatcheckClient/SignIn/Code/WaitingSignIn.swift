// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckJOSE
public import CoatcheckOAuth
import Synchronization

/// A sign-in that waits for its callback. It can be finished once, with the first valid callback.
public final class WaitingSignIn: Sendable {
  /// The values of the request that the callback is checked against: state, nonce, code verifier,
  /// issuer.
  public let transaction: AuthorizationTransaction

  /// The key that the tokens are bound to; nil where they are not.
  let prover: DPoPProver?

  private let context: ClientContext
  private let isUsed = Mutex(false)

  init(context: ClientContext, transaction: AuthorizationTransaction, prover: DPoPProver?) {
    self.context = context
    self.prover = prover
    self.transaction = transaction
  }

  /// The sign-in as a JSON object, for another process to finish with ``CodeFlow/resume(_:)``.
  ///
  /// It contains the state, the nonce, the code verifier and the private key of DPoP proofs. A program
  /// that reads it can take the sign-in over: keep it where secrets are kept, or give it encrypted to
  /// the browser that began the sign-in.
  public var json: JSONObject {
    var json: JSONObject = ["transaction": .object(transaction.json)]
    json["dpop_key"] = prover.map { .object($0.key.privateJWK()) }
    return json
  }

  /// Checks the callback, redeems its code and verifies the ID token.
  ///
  /// A callback that does not belong to this sign-in is an error and changes nothing: the right one may
  /// still be received.
  ///
  /// - Parameters:
  ///   - callback: The whole URL that the browser was redirected to.
  ///   - name: The name of the session; without it, the subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `unreadable` for an invalid callback, invalid tokens or an invalid ID token; `refused`
  ///   when the authorization server refuses or the user denies; `misused` when the sign-in was
  ///   finished before, and no request was sent; what the transport throws.
  public func finish(
    _ callback: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await redeem(await answer(in: callback), storedAs: name).session
  }

  /// Checks a callback that was received as a form (`response_mode=form_post`), redeems its code and
  /// verifies the ID token.
  ///
  /// [OAuth 2.0 Form Post Response Mode](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html).
  ///
  /// - Parameters:
  ///   - body: The body of the `POST` request, a form.
  ///   - name: The name of the session; without it, the subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: As ``finish(_:storedAs:)``.
  public func finish(
    form body: Data, storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await redeem(await answer(inForm: body), storedAs: name).session
  }

  /// Checks a callback. Nothing is sent to the token endpoint.
  ///
  /// - Throws: As ``finish(_:storedAs:)``.
  package func answer(in callback: String) async throws(OAuthError) -> AuthorizationReply {
    try await transaction.answer(in: callback, to: signIn)
  }

  /// Checks a callback that came as a form. Nothing is sent to the token endpoint.
  ///
  /// - Throws: As ``finish(_:storedAs:)``.
  package func answer(inForm body: Data) async throws(OAuthError) -> AuthorizationReply {
    let now = context.runtime.environment.now()
    guard transaction.responseMode.isJWT else {
      return try transaction.reply(fromForm: body, at: now)
    }
    let response = try transaction.response(inForm: body, at: now)
    return try await context.reply(in: response, to: transaction)
  }

  /// Redeems the code of a callback that was checked, and verifies the ID token.
  ///
  /// - Throws: As ``finish(_:storedAs:)``.
  package func redeem(
    _ reply: AuthorizationReply, storedAs name: String? = nil
  ) async throws(OAuthError) -> VerifiedSignIn {
    // RFC 6749 §4.1.2: "The client MUST NOT use the authorization code more than once."
    let wasUsed = isUsed.withLock { isUsed in
      defer { isUsed = true }
      return isUsed
    }
    guard !wasUsed else { throw .signInEnded }
    return try await transaction.verified(reply, in: signIn, storedAs: name)
  }

  private var signIn: SignInContext { SignInContext(context, prover: prover) }
}

extension CodeFlow {
  /// Restores a sign-in that another process has begun.
  ///
  /// Each returned object can finish the sign-in once. A program that receives callbacks on several
  /// machines has to make sure that only one of them does.
  ///
  /// - Parameter json: The sign-in's ``WaitingSignIn/json``.
  /// - Throws: `unreadable` with `OAuthError.Code.storeDamaged` when it cannot be decoded, or belongs
  ///   to another client or issuer.
  public func resume(_ json: JSONObject) throws(OAuthError) -> WaitingSignIn {
    guard let stored = json["transaction"]?.objectValue else { throw .storedSignInDamaged }
    let transaction = try AuthorizationTransaction(json: stored)
    guard transaction.issuer.text.isExactly(context.metadata.issuer.text),
      transaction.clientID.isExactly(context.client.id)
    else { throw .storedSignInDamaged }
    let prover = try json["dpop_key"].map { value throws(OAuthError) in
      guard let jwk = value.objectValue, let key = try? SigningKey(privateJWK: jwk) else {
        throw OAuthError.storedSignInDamaged
      }
      return DPoPProver(key: key, nonces: DPoPNonces())
    }
    return WaitingSignIn(context: context, transaction: transaction, prover: prover)
  }
}
