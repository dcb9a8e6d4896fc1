// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Stores the pushed request under a random `request_uri`, for one use and a short time.
///
/// [RFC 9126 §2.2](https://www.rfc-editor.org/rfc/rfc9126#section-2.2)
struct StorePushedRequest: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let now = server.environment.now()
    // "The request_uri value MUST be generated using a cryptographically strong pseudorandom algorithm
    // such that it is computationally infeasible to predict or guess a valid value."
    let token = OpaqueToken(.request, environment: server.environment)
    let lifetime = server.settings.pushedRequestLifetime
    try await server.store.push(
      PushedRequest(
        digest: token.digest, clientID: client.id, parameters: attempt.parameters,
        jkt: attempt.proof?.thumbprint, expiresAt: now.addingTimeInterval(lifetime),
        // An interaction that began in time can last as long as any other.
        retainedUntil: now.addingTimeInterval(lifetime + server.settings.interactionLifetime)))
    attempt.kept = PushedAuthorization(
      requestURI: PushedAuthorization.prefix + token.secret.reveal(), expiresIn: Int(lifetime))
  }
}
