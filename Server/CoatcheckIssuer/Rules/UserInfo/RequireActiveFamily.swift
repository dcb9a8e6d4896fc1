// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The sign-in the token comes from was not ended, and the person's account is in use.
///
/// [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1)
struct RequireActiveFamily: UserInfoRule {
  func apply(to attempt: inout UserInfoAttempt, by issuing: AuthorizationServer) async throws {
    let token = try established(attempt.token, "token")
    // A client's own token speaks for nobody: the next rule turns it away.
    guard let familyID = token.familyID else { return }
    guard let family = try await issuing.store.family(familyID), family.revokedAt == nil,
      let person = try await issuing.directory.person(family.userID), person.standing == .active
    else { throw OAuthError.refused(.invalidToken, "The session was ended.") }
    attempt.person = person
    attempt.family = family
  }
}
