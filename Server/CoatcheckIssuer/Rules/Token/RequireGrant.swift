// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the client is registered for the grant, and is of a type that may use it.
///
/// [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2)
struct RequireGrant: TokenRule, DeviceAuthorizationRule {
  func apply(to attempt: inout DeviceAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    guard client.grantTypes.contains(DeviceTokenExchange.grantType) else {
      throw OAuthError.refused(
        .unauthorizedClient, "The client is not registered for devices.")
    }
  }

  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    // "unauthorized_client: The authenticated client is not authorized to use this authorization
    // grant type."
    guard client.grantTypes.contains(attempt.request.grant.type) else {
      throw OAuthError.refused(
        .unauthorizedClient, "The client is not registered for this grant.",
        parameter: "grant_type")
    }
    // "The client credentials grant type MUST only be used by confidential clients."
    // https://www.rfc-editor.org/rfc/rfc6749#section-4.4
    switch attempt.request.grant {
    case .clientCredentials, .tokenExchange:
      guard client.authenticationMethod != "none" else {
        throw OAuthError.refused(.unauthorizedClient, "A public client has no credentials.")
      }
    default: break
    }
  }
}
