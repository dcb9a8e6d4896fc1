// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Verifies the access token: signed by this server, for this server, not expired.
///
/// [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1)
struct VerifyAccessToken: UserInfoRule {
  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws {
    // "invalid_token: The access token provided is expired, revoked, malformed, or invalid for
    // other reasons."
    guard
      let token = AccessToken(
        attempt.accessToken, ring: try await server.keys.ring(), settings: server.settings,
        now: server.environment.now())
    else { throw OAuthError.refused(.invalidToken, "The access token is not valid.") }
    attempt.token = token
  }
}
