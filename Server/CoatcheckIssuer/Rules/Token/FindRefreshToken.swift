// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The refresh token is one this issuer made.
///
/// [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6)
struct FindRefreshToken: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let unknown = OAuthError.refused(.invalidGrant, "the refresh token is unknown")
    guard case .refreshToken(let presented, _) = attempt.request.grant,
      let token = OpaqueToken(presented, as: .refresh)
    else { throw unknown }
    guard let found = try await server.store.refresh(token.digest) else { throw unknown }
    attempt.presented = token
    attempt.family = found.1
    attempt.scopes = found.1.scopes
  }
}
