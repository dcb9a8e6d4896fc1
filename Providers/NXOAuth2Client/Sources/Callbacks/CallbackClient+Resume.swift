// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
public import CoatcheckOAuth

/// Sign-ins that can be completed by a later run of the program: the system may terminate an app while
/// the browser is in front of it.
extension CallbackClient {
  /// Begins the code flow, and stores its state until the authorization response arrives.
  ///
  /// - Parameter options: Further parameters of the authorization request.
  /// - Returns: The authorization request URL, to open in a browser. The authorization response goes to
  ///   ``resume(with:)``, in this run of the app or in a later one.
  /// - Throws: As `Client.beginSignIn(using:scopes:storedAs:options:)`; nothing is pending then.
  public func beginSignIn(
    options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> URL {
    try await current.beginSignIn(scopes: scopes, storedAs: name, options: options)
  }

  /// Completes a sign-in with the address that the app was opened with. The delegate receives
  /// `clientDidGetAccess` or `didFailWith`.
  ///
  /// - Parameter callback: The whole address, with its query and fragment.
  /// - Returns: The session; nil when no sign-in of this client waits for this address. The delegate is
  ///   not called then.
  /// - Throws: `misused` naming `client` when another sign-in is under way; else as
  ///   `Client.resume(with:)`.
  @discardableResult
  public func resume(with callback: URL) async throws(OAuthError) -> Session? {
    try begin()
    return try await finish(resuming: callback)
  }
}
