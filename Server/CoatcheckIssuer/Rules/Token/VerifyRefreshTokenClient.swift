// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the refresh token was issued to the client that presents it.
///
/// The request of another client is refused, and the token stays valid: no client can end the session of
/// another by presenting its token. [RFC 6749 §10.4](https://www.rfc-editor.org/rfc/rfc6749#section-10.4)
struct VerifyRefreshTokenClient: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let family = try established(attempt.family, "family")
    let client = try established(attempt.client, "client")
    // "The authorization server MUST maintain the binding between a refresh token and the client to
    // whom it was issued."
    guard family.clientID.isExactly(client.id) else {
      server.audit(AuditEvent(.refreshWrongClient, ["client": client.id, "family": family.id]))
      throw OAuthError.refused(.invalidGrant, "The refresh token was issued to another client.")
    }
  }
}
