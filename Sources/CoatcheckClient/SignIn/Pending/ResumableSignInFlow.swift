// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// A flow whose answer comes back through the browser, so that another run of the program can finish it.
public protocol ResumableSignInFlow: SignInFlow {
  /// Begins the sign-in.
  ///
  /// - Parameters:
  ///   - context: The client, and the request.
  ///   - redirectURI: Where the callback arrives, as registered.
  ///   - name: The name of the session; without it, the user's subject.
  /// - Returns: The address to open, and what has to be stored until the callback arrives.
  /// - Throws: What the flow throws; nothing was shown then.
  func begin(
    in context: SignInContext, redirectURI: String, storedAs name: String?
  ) async throws(OAuthError) -> BegunSignIn
}

/// A sign-in that waits for its callback.
public struct BegunSignIn: Sendable {
  /// The address to open in the user's browser.
  public let url: URL
  /// What has to be stored until the callback arrives.
  public let pending: PendingAuthorization

  init(
    _ transaction: some RedirectTransaction, at url: URL, in context: SignInContext,
    storedAs name: String?
  ) {
    self.url = url
    pending = PendingAuthorization(
      transaction, name: name, dpopKey: context.prover?.key, browserSession: .shared)
  }
}
