// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Reduces the requested grant types and scopes to those that the registration policy allows.
///
/// "The authorization server MAY reject or replace any of the client's requested metadata values".
/// [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1)
struct RestrictGrants: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    let policy = server.settings.registration
    let metadata = attempt.metadata
    // "If omitted, the default behavior is that the client will use only the "authorization_code" Grant
    // Type."
    let asked = metadata.grantTypes ?? ["authorization_code"]
    var grants = policy.grantTypes.filter(asked.contains)
    guard !grants.isEmpty else {
      throw refusal("grant_types", "None of these grants can be had.")
    }
    let types = metadata.responseTypes ?? ["code"]
    guard types.contains("code") || !grants.contains("authorization_code") else {
      throw refusal("response_types", "The only response type is code.")
    }
    // A client cannot register the scope of administration, even if the policy lists it.
    let allowed = policy.scopes.filter { $0 != AuthorizationServer.administrationScope }
    let scopes = metadata.scope.map { Scope.list($0).map(\.rawValue) } ?? []
    attempt.client.scopes =
      scopes.isEmpty
      ? allowed : allowed.filter(scopes.contains)
    guard !attempt.client.scopes.isEmpty else {
      throw refusal("scope", "None of these scopes can be had.")
    }
    // `offline_access` needs the refresh token grant.
    if attempt.client.scopes.contains("offline_access"), scopes.contains("offline_access"),
      !grants.contains("refresh_token"), policy.grantTypes.contains("refresh_token")
    {
      grants.append("refresh_token")
    }
    attempt.client.grantTypes = grants
  }
}
