// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Revokes the family of the token: all refresh tokens of the grant, and its access tokens at the endpoints
/// of this server.
///
/// [RFC 7009 §2.1](https://www.rfc-editor.org/rfc/rfc7009#section-2.1)
struct RevokeFamily: RevokeRule {
  func apply(to attempt: inout RevokeAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    guard let (holder, family) = try await family(of: attempt.request.token, by: server) else {
      // "invalid tokens do not cause an error response since the client cannot handle such an error
      // in a reasonable way."
      return
    }
    // "verifies whether the token was issued to the client making the revocation request. If this
    // validation fails, the request is refused and the client is informed of the error".
    guard holder.isExactly(client.id) else {
      throw OAuthError.refused(.unauthorizedClient, "The token was issued to another client.")
    }
    // "unsupported_token_type: The authorization server does not support the revocation of the presented
    // token type." The family of a token that was exchanged belongs to another client.
    guard family.clientID.isExactly(client.id) else {
      throw OAuthError.refused(
        .unsupportedTokenType, "A token that was exchanged cannot be revoked; it expires.")
    }
    if try await server.store.revokeFamily(
      family.id, reason: "client_request", at: server.environment.now())
    {
      server.audit(AuditEvent(.revoked, ["client": client.id, "family": family.id]))
    }
  }

  /// The family of a token, and the client that the token was issued to.
  private func family(
    of token: Secret, by server: AuthorizationServer
  ) async throws -> (holder: String, RefreshFamily)? {
    if let refresh = OpaqueToken(token, as: .refresh) {
      return try await server.store.refresh(refresh.digest).map { ($1.clientID, $1) }
    }
    guard
      let access = AccessToken(
        token, ring: try await server.keys.ring(), settings: server.settings,
        // The family is revoked by a token for any resource server.
        now: server.environment.now(), audience: .any)
    else { return nil }
    guard let familyID = access.familyID else {
      // A token of the client credentials grant has no family; it only expires.
      throw OAuthError.refused(
        .unsupportedTokenType, "A token of the client itself cannot be revoked; it expires.")
    }
    return try await server.store.family(familyID).map { (access.clientID, $0) }
  }
}
