// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Refuses a request that the user denied.
///
/// [RFC 6749 §4.1.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1)
struct RefuseDeniedRequest: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    guard attempt.ask.decision == .denied else { return }
    let client = try established(attempt.client, "client")
    server.audit(
      AuditEvent(
        .consentDenied,
        ["client": client.id, "user": attempt.ask.login?.userID ?? "none"]))
    // "access_denied: The resource owner or authorization server denied the request."
    throw OAuthError.refused(.accessDenied, "The user denied the request.")
  }
}
