// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Removes the scope of administration, unless the operator allows it for this client and user, also when
/// it was granted before.
///
/// [RFC 6749 §3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3)
struct WithholdAdministration: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let scopes = server.withoutAdministration(attempt.scopes, for: client, user: attempt.user?.id)
    guard !scopes.isEmpty || attempt.scopes.isEmpty else {
      throw OAuthError.refused(
        .invalidScope, "The client cannot have any of these scopes.", parameter: "scope")
    }
    attempt.scopes = scopes
  }
}
