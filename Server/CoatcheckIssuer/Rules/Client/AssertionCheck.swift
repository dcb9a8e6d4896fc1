// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Verifies a client assertion: a registered key of the client signed it, for this server, and it was not
/// used before.
///
/// [RFC 7523 §3](https://www.rfc-editor.org/rfc/rfc7523#section-3)
struct AssertionCheck {
  let client: RegisteredClient

  func check(_ assertion: ClientAssertion.Received, by server: AuthorizationServer) async throws {
    do {
      try await accept(assertion, by: server)
    } catch let error as OAuthError where error.code == .invalidClient {
      server.audit(AuditEvent(.clientRefused, ["client": client.id, "reason": "assertion"]))
      throw error
    }
  }

  private func accept(_ assertion: ClientAssertion.Received, by server: AuthorizationServer)
    async throws
  {
    // "The JWT MUST be digitally signed or have a MAC applied by the issuer." The keys are those of the
    // registration, never one that the assertion names.
    let rules = ClientAssertionRules(
      issuer: server.settings.issuer,
      algorithms: client.metadata.authenticationAlgorithm.map { [$0] }
        ?? Set(SignatureAlgorithm.allCases),
      audiences: server.settings.assertionAudiences, now: server.environment.now())
    let accepted = try await server.verified(by: client, keyID: assertion.keyID) { keys in
      try assertion.accepted(by: rules, keys: keys)
    }
    // "The authorization server MAY ensure that JWTs are not replayed by maintaining the set of used
    // "jti" values for the length of time for which the JWT would be considered valid".
    let isFirst = try await server.isFirstUse(
      of: accepted.replayKey, in: "client-assertion", expiringAt: accepted.end)
    guard isFirst else {
      throw OAuthError.refused(
        .invalidClient, "The assertion was used before, or has expired.", parameter: "jti")
    }
  }
}
