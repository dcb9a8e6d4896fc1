// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A way to sign in without a browser of this package's: with what the program or the person has already.
///
/// ```swift
/// let session = try await client.signIn(by: .password(username: "alice", password: typed))
/// ```
public protocol DirectSignIn: Sendable {
  /// Gets the tokens, and finds out whose they are.
  ///
  /// - Parameters:
  ///   - site: The provider, the client and the wire.
  ///   - name: What to call the session; without it, the person's subject.
  /// - Returns: The session, not stored yet.
  func session(
    at site: SignInSite, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession
}
