// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The sign-in the token comes from was not ended, and the user's account is in use.
///
/// [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1)
struct RequireActiveFamily: UserInfoRule {
  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws {
    let token = try established(attempt.token, "token")
    // A client's own token has no user: the next rule refuses it.
    guard let familyID = token.familyID else { return }
    guard let family = try await server.store.family(familyID), family.revokedAt == nil,
      let user = try await server.directory.user(family.userID), user.standing == .active
    else { throw OAuthError.refused(.invalidToken, "The session was ended.") }
    attempt.user = user
    attempt.family = family
  }
}
