// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Refuses a request that was not pushed, from a client that must push its requests.
///
/// [RFC 9126 §6](https://www.rfc-editor.org/rfc/rfc9126#section-6)
struct RequirePushedRequest: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    // "require_pushed_authorization_requests: Boolean parameter indicating whether the only means of
    // initiating an authorization request the client is allowed to use is PAR."
    guard client.metadata.pushedRequests == .optional || attempt.pushed != nil else {
      throw OAuthError.refused(
        .invalidRequest, "This client must use pushed authorization requests.",
        parameter: "request_uri")
    }
  }
}
