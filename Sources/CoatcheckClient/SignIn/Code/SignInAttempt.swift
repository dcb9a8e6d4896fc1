// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Synchronization
public import CoatcheckFoundation

/// One sign-in that waits for its callback. It ends with the first callback that is its own.
public final class SignInAttempt: Sendable {
  /// The address to open in the user's browser.
  public let url: URL
  /// What the callback is checked against.
  public let transaction: AuthorizationTransaction

  /// The key that the tokens are bound to; nil where they are not.
  let prover: DPoPProver?

  private let context: ClientContext
  private let isUsed = Mutex(false)

  init(
    context: ClientContext, transaction: AuthorizationTransaction, url: URL,
    prover: DPoPProver? = nil
  ) {
    self.context = context
    self.prover = prover
    self.transaction = transaction
    self.url = url
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
  ///   `refused` when the authorization server refuses; `misused` when the attempt has ended
  ///   already, and no request was sent.
  public func finish(
    _ callback: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await finish(await transaction.answer(in: callback, to: signIn), storedAs: name)
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
    let now = context.runtime.environment.now()
    guard transaction.responseMode.isJWT else {
      return try await finish(try transaction.reply(fromForm: body, at: now), storedAs: name)
    }
    let response = try transaction.response(inForm: body, at: now)
    return try await finish(await context.reply(in: response, to: transaction), storedAs: name)
  }

  private func finish(
    _ reply: AuthorizationReply, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    // RFC 6749 §4.1.2: "The client MUST NOT use the authorization code more than once."
    let wasUsed = isUsed.withLock { isUsed in
      defer { isUsed = true }
      return isUsed
    }
    guard !wasUsed else { throw .signInEnded }
    return try await transaction.session(of: reply, in: signIn, storedAs: name)
  }

  private var signIn: SignInContext { SignInContext(context, prover: prover) }
}
