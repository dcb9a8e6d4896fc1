// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckJOSE
public import CoatcheckOAuth
import Synchronization

/// One sign-in that waits for its callback. It ends with the first callback that is its own.
public final class WaitingSignIn: Sendable {
  /// What the callback is checked against.
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

  /// The sign-in, for another process to finish: ``CodeFlow/resume(_:)``.
  ///
  /// It holds the state, the nonce, the PKCE verifier and the key of DPoP proofs. A program that reads it can take the
  /// sign-in over: keep it where secrets are kept, or give it sealed to the browser that began the sign-in.
  public var json: JSONObject {
    var json: JSONObject = ["transaction": .object(transaction.json)]
    json["dpop_key"] = prover.map { .object($0.key.privateJWK()) }
    return json
  }

  /// Checks the callback, redeems its code and verifies the ID token.
  ///
  /// A callback that is not this sign-in's is refused and changes nothing: the right one may still
  /// come.
  ///
  /// - Parameters:
  ///   - callback: The whole address the browser was sent to.
  ///   - name: The name of the session; without it, the subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `unreadable` for a callback, tokens or an ID token that must not be believed;
  ///   `refused` when the authorization server refuses; `misused` when the sign-in has ended
  ///   already, and no request was sent.
  public func finish(
    _ callback: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await redeem(await answer(in: callback), storedAs: name).session
  }

  /// Checks a callback that came as a form (`response_mode=form_post`), and continues as
  /// ``finish(_:storedAs:)``.
  ///
  /// - Parameters:
  ///   - body: The body of the POST.
  ///   - name: The name of the session; without it, the subject.
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
  /// A sign-in that another process has begun.
  ///
  /// Each object that this returns can finish it once. Who receives callbacks on several machines makes sure that
  /// one of them does.
  ///
  /// - Parameter json: The sign-in's ``WaitingSignIn/json``.
  /// - Throws: `unreadable`, `OAuthError.Code.storeDamaged`, when it cannot be read, or is another client's.
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
