// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the client may request tokens for the resource servers in `resource`.
///
/// [RFC 8707 §2](https://www.rfc-editor.org/rfc/rfc8707#section-2)
struct RestrictResources: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let asked = try established(attempt.request, "request").resources
    let client = try established(attempt.client, "client")
    // "invalid_target: The requested resource is invalid, missing, unknown, or malformed."
    guard asked.allSatisfy({ server.settings.allows(client, $0) }) else {
      throw OAuthError.refused(
        .invalidTarget, "The client may not use this API.", parameter: "resource")
    }
    attempt.resources = asked
  }
}

extension IssuerSettings {
  /// Whether a client may request tokens for a resource server.
  func allows(_ client: RegisteredClient, _ resource: String) -> Bool {
    resource.isExactly(audience)
      || client.metadata.resources.contains { $0.isExactly(resource) }
  }
}
