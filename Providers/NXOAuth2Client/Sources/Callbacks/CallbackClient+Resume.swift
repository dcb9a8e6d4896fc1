// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
public import CoatcheckOAuth

/// Sign-ins that outlive the program: the system may end an app while the browser is in front of it.
extension CallbackClient {
  /// Begins the code flow, and stores it until its callback arrives.
  ///
  /// - Parameter options: What else to say to the provider.
  /// - Returns: The address to open in a browser. The callback goes to ``resume(with:)``, in this run of the app or
  ///   in a later one.
  /// - Throws: As `Client.beginSignIn(using:scopes:storedAs:options:)`; nothing is pending then.
  public func beginSignIn(
    options: AuthorizationOptions = AuthorizationOptions()
  ) async throws(OAuthError) -> URL {
    try await current.beginSignIn(scopes: scopes, storedAs: name, options: options)
  }

  /// Finishes a sign-in with the address that the app was opened with. The delegate is told: did get or did
  /// fail.
  ///
  /// - Parameter callback: The whole address.
  /// - Returns: The session; nil when no sign-in of this client waits for this address, and the delegate is
  ///   not called then.
  /// - Throws: As `Client.resume(with:)`; `misused` when another sign-in is under way.
  @discardableResult
  public func resume(with callback: URL) async throws(OAuthError) -> Session? {
    try begin()
    return try await finish(resuming: callback)
  }
}
