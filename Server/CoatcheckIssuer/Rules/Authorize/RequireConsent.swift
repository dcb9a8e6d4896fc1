// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// The user allowed this client these scopes, now or before.
///
/// [OIDC Core §3.1.2.4](https://openid.net/specs/openid-connect-core-1_0.html#Consent)
struct RequireConsent: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let request = try established(attempt.request, "request")
    let client = try established(attempt.client, "client")
    let user = try established(attempt.user, "user")
    // A claim that is asked for by its name is shown as the scope it belongs to.
    let wanted = attempt.scopes + attempt.claims.scopes.filter { !attempt.scopes.contains($0) }
    if attempt.ask.decision == .allowed {
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
  /// consent or interaction, except when the identity of the client can be assured": any program on
  /// the machine may listen on a loopback port or take a private scheme.
  /// [RFC 8252 §8.6](https://www.rfc-editor.org/rfc/rfc8252#section-8.6)
  private func isRemembered(for client: RegisteredClient, _ attempt: AuthorizeAttempt) -> Bool {
    client.authenticationMethod != "none" || attempt.redirectURI?.hasPrefix("https://") == true
  }
}
