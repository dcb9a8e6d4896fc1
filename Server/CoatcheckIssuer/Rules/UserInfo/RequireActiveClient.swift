// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the client of the token is still registered and enabled.
///
/// [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1)
struct RequireActiveClient: UserInfoRule {
  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws {
    let token = try established(attempt.token, "token")
    guard let client = try await server.store.client(token.clientID), client.standing == .active
    else { throw OAuthError.refused(.invalidToken, "The client of the token is disabled.") }
    attempt.client = client
  }
}
