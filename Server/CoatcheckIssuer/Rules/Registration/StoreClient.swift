// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Stores the client, with digests of its secrets.
///
/// [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1)
struct StoreClient: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    var token = attempt.token ?? Secret("")
    if attempt.earlier == nil {
      let fresh = OpaqueToken(.registration, environment: server.environment)
      token = fresh.secret
      attempt.client.registrationTokenDigest = fresh.digest
    }
    if attempt.client.authenticationMethod.hasPrefix("client_secret") {
      if attempt.client.secretDigest == nil {
        let secret = Secret(server.environment.token())
        attempt.secret = secret
        attempt.client.secretDigest = TokenDigest(of: secret)
      }
    } else {
      attempt.client.secretDigest = nil
    }
    do throws(StoreError) {
      try await server.store.save(attempt.client)
    } catch {
      guard error.code == .invalidRecord else { throw error }
      throw OAuthError.refused(.invalidClientMetadata, "The metadata is too long.")
    }
    server.audit(AuditEvent(.clientRegistered, ["client": attempt.client.id]))
    attempt.registration = try attempt.client.registration(
      secret: attempt.secret, token: token, at: server.settings.issuer)
  }
}
