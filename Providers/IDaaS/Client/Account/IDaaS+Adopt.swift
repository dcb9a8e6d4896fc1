// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckIDaaSProtocol
public import CoatcheckOAuth

extension IDaaS {
  /// Makes a session of a session token that the app has kept, such as one of the vendor's SDK.
  ///
  /// The service is asked for the next tokens. From then on the session holds the newest token, and the app keeps none.
  ///
  /// - Parameters:
  ///   - sessionToken: The newest session token. Where the service replaces it, it cannot be used again.
  ///   - name: The name the session is stored under; without it, the user's id.
  /// - Throws: `refused` when the service does not know the token any more: the user has to sign in. `unreadable` when
  ///   the ID token must not be believed, and what the store throws: nothing is stored then. `unreachable`: the token is as
  ///   good as before.
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
