// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the family of the token is not revoked, and that the account of the user is active.
///
/// [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1)
struct RequireActiveFamily: UserInfoRule {
  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws {
    let token = try established(attempt.token, "token")
    // A token of the client credentials grant has no user: ``RequireOpenIDScope`` refuses it.
    guard let familyID = token.familyID else { return }
    guard let family = try await server.store.family(familyID), family.revokedAt == nil,
      let user = try await server.directory.user(family.userID), user.standing == .active
    else { throw OAuthError.refused(.invalidToken, "The session was ended.") }
    attempt.user = user
    attempt.family = family
  }
}
