// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// A sign-in that was just created: the URL of its page, and the state that waits for its callback.
public final class SignInAttempt: Sendable {
  /// The authorization request URL, to open in the user's browser.
  public let url: URL
  /// The state that waits for the callback. Its ``WaitingSignIn/json`` can be sent to the process that
  /// finishes the sign-in.
  public let waiting: WaitingSignIn

  /// The values of the request that the callback is checked against: state, nonce, code verifier,
  /// issuer.
  public var transaction: AuthorizationTransaction { waiting.transaction }
  /// The key that the tokens are bound to; nil where they are not.
  var prover: DPoPProver? { waiting.prover }

  init(
    context: ClientContext, transaction: AuthorizationTransaction, url: URL,
    prover: DPoPProver? = nil
  ) {
    self.url = url
    waiting = WaitingSignIn(context: context, transaction: transaction, prover: prover)
  }

  /// Checks the callback, redeems its code and verifies the ID token.
  ///
  /// - Parameters:
  ///   - callback: The whole URL that the browser was redirected to.
  ///   - name: The name of the session; without it, the subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: As ``WaitingSignIn/finish(_:storedAs:)``.
  public func finish(
    _ callback: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await waiting.finish(callback, storedAs: name)
  }

  /// Checks a callback that was received as a form (`response_mode=form_post`), redeems its code and
  /// verifies the ID token.
  ///
  /// - Parameters:
  ///   - body: The body of the `POST` request, a form.
  ///   - name: The name of the session; without it, the subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: As ``WaitingSignIn/finish(_:storedAs:)``.
  public func finish(
    form body: Data, storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await waiting.finish(form: body, storedAs: name)
  }
}
