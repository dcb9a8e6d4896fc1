// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// One sign-in that has just begun: the address of its page, and what waits for its callback.
public final class SignInAttempt: Sendable {
  /// The address to open in the user's browser.
  public let url: URL
  /// What waits for the callback; its ``WaitingSignIn/json`` goes to the process that finishes the sign-in.
  public let waiting: WaitingSignIn

  /// What the callback is checked against.
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
  /// - Throws: As ``WaitingSignIn/finish(_:storedAs:)``.
  public func finish(
    _ callback: String, storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await waiting.finish(callback, storedAs: name)
  }

  /// Checks a callback that came as a form, and continues as ``finish(_:storedAs:)``.
  public func finish(
    form body: Data, storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await waiting.finish(form: body, storedAs: name)
  }
}
