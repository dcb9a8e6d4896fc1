// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Removes the scope of administration, unless this user may administer by this client.
///
/// [RFC 6749 §3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3)
struct WithholdScopes: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let user = try established(attempt.user, "user")
    // "The authorization server MAY fully or partially ignore the scope requested by the client, based on the
    // authorization server policy or the resource owner's instructions."
    attempt.scopes = server.withoutAdministration(attempt.scopes, for: client, user: user.id)
    guard !attempt.scopes.isEmpty else {
      throw OAuthError.refused(
        .invalidScope, "The user cannot give any of these scopes.", parameter: "scope")
    }
  }
}
