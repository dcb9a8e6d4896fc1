// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires a request object from a client that is registered with `require_signed_request_object`.
///
/// [RFC 9101 §10.5](https://www.rfc-editor.org/rfc/rfc9101#section-10.5)
struct RequireSignedRequest: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    // "When the value of it as client metadata is "true", then the server MUST reject the authorization
    // request from the client that does not conform to this specification." A pushed request, and
    // the request of an interaction, was checked before.
    guard
      client.metadata.signedRequests == .optional || attempt.isSigned || attempt.pushed != nil
        || attempt.ask.interaction != nil
    else {
      throw OAuthError.refused(
        .invalidRequest, "This client must sign its requests.", parameter: "request")
    }
  }
}
