// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the user approves the scopes for this client, or approved them before.
///
/// [OIDC Core §3.1.2.4](https://openid.net/specs/openid-connect-core-1_0.html#Consent)
struct RequireConsent: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let request = try established(attempt.request, "request")
    let client = try established(attempt.client, "client")
    let user = try established(attempt.user, "user")
    // A claim that is requested by name needs consent to the scope that it belongs to.
    let wanted = attempt.scopes + attempt.claims.scopes.filter { !attempt.scopes.contains($0) }
    // A client that registered itself may change its scopes while the page is shown: what the page did not
    // show is not approved.
    if case .allowed(let shown) = attempt.ask.decision, Set(wanted).isSubset(of: shown) {
      try await server.store.recordConsent(user: user.id, client: client.id, scopes: wanted)
      server.audit(AuditEvent(.consentGiven, ["client": client.id, "user": user.id]))
      return
    }
    if !request.prompt.contains("consent") {
      if client.consent == .implied { return }
      let allowed = try await server.store.consent(user: user.id, client: client.id)
      if isRemembered(for: client, attempt), Set(wanted).isSubset(of: allowed) { return }
    }
    guard !request.prompt.contains("none") else {
      throw OAuthError.refused(.consentRequired, "The user has not approved this client yet.")
    }
    attempt.need = .consent(user, scopes: wanted)
  }

  /// "authorization servers SHOULD NOT process authorization requests automatically without user
  /// consent or interaction, except when the identity of the client can be assured". An earlier consent is
  /// therefore not used for a public client with a loopback or private-use redirect URI: any program on the
  /// machine can receive its response.
  /// [RFC 8252 §8.6](https://www.rfc-editor.org/rfc/rfc8252#section-8.6)
  private func isRemembered(for client: RegisteredClient, _ attempt: AuthorizeAttempt) -> Bool {
    client.authenticationMethod != "none" || attempt.redirectURI?.hasPrefix("https://") == true
  }
}
