// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the client is enabled and registered for the authorization code grant.
///
/// [RFC 6749 §4.1.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1)
struct RequireCodeGrant: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    // "unauthorized_client: The client is not authorized to request an authorization code using
    // this method."
    guard client.standing == .active, client.grantTypes.contains("authorization_code") else {
      throw OAuthError.refused(
        .unauthorizedClient, "The client may not request authorization codes.")
    }
  }
}
