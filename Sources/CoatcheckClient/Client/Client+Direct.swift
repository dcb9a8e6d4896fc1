// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension Client {
  /// Signs in without a browser: with what the program or the person has already.
  ///
  /// - Parameters:
  ///   - way: How.
  ///   - name: The name the session is stored under; without it, the subject.
  /// - Returns: The session, stored.
  /// - Throws: What went wrong; what was stored before is as it was.
  public func signIn(
    by way: some DirectSignIn, storedAs name: String? = nil
  ) async throws(OAuthError) -> Session {
    try await keep(way.session(at: site, storedAs: name))
  }

  /// Where people sign in, for ways of your own.
  public var site: SignInSite {
    SignInSite(
      metadata: provider.metadata, dialect: provider.dialect, client: identity,
      transport: transport, keys: keys, idTokenAlgorithms: idTokenAlgorithms, profile: flow.profile,
      clock: clock, dpop: dpop, environment: environment)
  }
}
