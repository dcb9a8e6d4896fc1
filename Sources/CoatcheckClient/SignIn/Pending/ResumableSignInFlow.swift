// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckOAuth

/// A flow whose authorization response is received through the browser, so that another run of the
/// program can finish it.
public protocol ResumableSignInFlow: SignInFlow {
  /// Creates the authorization request and the pending sign-in.
  ///
  /// - Parameters:
  ///   - context: The client, its provider and the request.
  ///   - redirectURI: The redirect URI as it was registered, an absolute URI.
  ///   - name: The name of the session; without it, the user's subject.
  /// - Returns: The URL to open, and the pending sign-in, which has to be stored until the response is
  ///   received.
  /// - Throws: `misused` naming an argument that cannot be used, `unreadable` when the metadata lacks
  ///   an endpoint, `refused` when a pushed authorization request is refused, and what the transport
  ///   throws; nothing was shown then.
  func begin(
    in context: SignInContext, redirectURI: String, storedAs name: String?
  ) async throws(OAuthError) -> BegunSignIn
}

/// A sign-in that was created and waits for its authorization response.
public struct BegunSignIn: Sendable {
  /// The authorization request URL, to open in the user's browser.
  public let url: URL
  /// The sign-in as it has to be stored until the response is received.
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
