// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Finds the client of the request by its `client_id`.
///
/// [RFC 6749 §4.1.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1)
struct FindClient: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    guard let id = attempt.parameters["client_id"] else {
      throw OAuthError.refused(.invalidRequest, "client_id is missing.", parameter: "client_id")
    }
    // "If the request fails due to a missing, invalid, or mismatching redirection URI, or if the
    // client identifier is missing or invalid, the authorization server SHOULD inform the resource
    // owner of the error and MUST NOT automatically redirect the user-agent".
    guard let client = try await server.store.client(id) else {
      throw OAuthError.refused(
        .invalidRequest, "The client is not registered.", parameter: "client_id")
    }
    attempt.client = client
  }
}
