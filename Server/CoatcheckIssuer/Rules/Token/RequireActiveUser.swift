// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the account of the user is still active.
///
/// [RFC 9700 §4.14.2](https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2)
struct RequireActiveUser: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let id = try established(
      attempt.code?.userID ?? attempt.family?.userID ?? attempt.approval?.userID, "user")
    guard let user = try await server.directory.user(id), user.standing == .active else {
      throw OAuthError.refused(.invalidGrant, "The account is disabled.")
    }
    attempt.user = user
  }
}
