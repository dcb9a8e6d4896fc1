// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the refresh token is known.
///
/// [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6)
struct FindRefreshToken: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    // ``AuthenticateClient`` read the token together with the client.
    guard let family = attempt.family else {
      throw OAuthError.refused(.invalidGrant, "the refresh token is unknown")
    }
    attempt.scopes = family.scopes
  }
}
