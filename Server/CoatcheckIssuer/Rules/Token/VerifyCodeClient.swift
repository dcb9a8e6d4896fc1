// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the code was issued to the client that presents it.
///
/// The request of another client is refused, and the code stays valid for its own client.
/// [RFC 6749 §4.1.3](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3)
struct VerifyCodeClient: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let code = try established(attempt.code, "code")
    let client = try established(attempt.client, "client")
    // "ensure that the authorization code was issued to the authenticated confidential client, or
    // if the client is public, ensure that the code was issued to "client_id" in the request".
    guard code.clientID.isExactly(client.id) else {
      throw OAuthError.refused(.invalidGrant, "The code was issued to another client.")
    }
  }
}
