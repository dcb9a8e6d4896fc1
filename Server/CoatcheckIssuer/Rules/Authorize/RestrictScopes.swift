// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Reduces the requested scopes to those that the client is registered for.
///
/// Other scopes are dropped without an error, and the token response lists the granted ones. A request of
/// which no scope remains is refused.
/// [RFC 6749 §3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3)
struct RestrictScopes: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let asked = try established(attempt.request, "request").scopes
    let client = try established(attempt.client, "client")
    // "The authorization server MAY fully or partially ignore the scope requested by the client".
    attempt.scopes = asked.map(\.rawValue).filter(client.scopes.contains)
    // "If the client omits the scope parameter when requesting authorization, the authorization
    // server MUST either process the request using a pre-defined default value or fail the request
    // indicating an invalid scope."
    guard !attempt.scopes.isEmpty else {
      throw OAuthError.refused(
        .invalidScope,
        asked.isEmpty
          ? "scope is missing." : "The client is not registered for any of these scopes.",
        parameter: "scope")
    }
  }
}
