// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The person the grant speaks for still has an account in use.
///
/// [RFC 9700 §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)
struct RequireActiveUser: TokenRule {
  func apply(to attempt: inout TokenAttempt, by issuing: AuthorizationServer) async throws {
    let id = try established(
      attempt.code?.userID ?? attempt.family?.userID ?? attempt.approval?.userID, "person")
    guard let person = try await issuing.directory.person(id), person.standing == .active else {
      throw OAuthError.refused(.invalidGrant, "The account is no longer in use.")
    }
    attempt.person = person
  }
}
