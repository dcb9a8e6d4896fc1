// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Reduces the requested scopes to those that the client is registered for.
///
/// [RFC 8628 §3.1](https://www.rfc-editor.org/rfc/rfc8628#section-3.1)
struct RestrictDeviceScopes: DeviceAuthorizationRule {
  func apply(to attempt: inout DeviceAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let asked = (attempt.request.scopes ?? []).map(\.rawValue)
    // "scope: OPTIONAL. The scope of the access request as defined by Section 3.3 of [RFC6749]."
    attempt.scopes = asked.isEmpty ? client.scopes : asked.filter(client.scopes.contains)
    guard !attempt.scopes.isEmpty else {
      throw OAuthError.refused(
        .invalidScope, "The client is not registered for any of these scopes.", parameter: "scope")
    }
    guard attempt.request.resources.allSatisfy({ server.settings.allows(client, $0) }) else {
      throw OAuthError.refused(
        .invalidTarget, "The client may not use this API.", parameter: "resource")
    }
  }
}
