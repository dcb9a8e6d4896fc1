// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Only confidential clients may introspect tokens: any sender can name a public client.
///
/// [RFC 7662 §2.1](https://www.rfc-editor.org/rfc/rfc7662#section-2.1)
struct RequireConfidentialClient: IntrospectRule {
  func apply(to attempt: inout IntrospectAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    // "To prevent token scanning attacks, the endpoint MUST also require some form of authorization to
    // access this endpoint".
    guard client.authenticationMethod != "none" else {
      throw OAuthError.refused(.invalidClient, "A public client cannot introspect tokens.")
    }
  }
}
