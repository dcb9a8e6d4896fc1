// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

extension IDaaS {
  /// Creates a session from a session token that the app has stored, such as one of the vendor's SDK.
  ///
  /// The token is used to request the next tokens. From then on the session holds the newest token, and
  /// the app must discard its own.
  ///
  /// - Parameters:
  ///   - sessionToken: The newest session token. Where the service replaces it, it cannot be used again.
  ///   - name: The name that the session is stored under; nil for the identifier of the user.
  /// - Throws: `refused` when the service no longer accepts the token: the user has to sign in.
  ///   `unreadable` when the ID token is invalid, and the errors of the store: nothing is stored then.
  ///   `unreachable`: the token is still valid, try again.
  public func adopt(
    sessionToken: Secret, storedAs name: String? = nil
  ) async throws(OAuthError) -> Session {
    let site = try await site()
    let fresh = try await site.perform(RefreshIDToken(sessionToken: sessionToken))
    let tokens = LoginTokens(
      sessionToken: fresh.sessionToken ?? sessionToken, idToken: fresh.idToken,
      expire: fresh.sessionExpire ?? 0)
    return try await keep(tokens, site, storedAs: name)
  }
}
