// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Authenticates the client, by the one method that it is registered for.
///
/// [RFC 6749 §3.2.1](https://www.rfc-editor.org/rfc/rfc6749#section-3.2.1)
struct AuthenticateClient: ClientRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    let pusher = try established(attempt.pusher, "pusher")
    let client = try await client(pusher.client, from: pusher.source, by: server)
    attempt.client = client
    // "The client … uses … its client authentication": `client_id` may stand in that alone.
    attempt.parameters["client_id"] = client.id
  }

  func apply(to attempt: inout DeviceAttempt, by server: AuthorizationServer) async throws {
    attempt.client = try await client(attempt.request.client, from: attempt.source, by: server)
  }

  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    guard case .refreshToken(let text, _) = attempt.request.grant,
      let token = OpaqueToken(text, as: .refresh)
    else {
      attempt.client = try await client(attempt.request.client, from: attempt.source, by: server)
      return
    }
    attempt.presented = token
    let id = try identifier(in: attempt.request.client)
    // One access to the store reads both. Nothing about the token is reported before the client is
    // authenticated.
    let found = try await server.store.client(id, presenting: token.digest)
    attempt.client = try await authenticated(
      found.client, as: attempt.request.client, from: attempt.source, by: server)
    attempt.family = found.refresh?.family
  }

  func apply(to attempt: inout RevokeAttempt, by server: AuthorizationServer) async throws {
    attempt.client = try await client(attempt.request.client, from: attempt.source, by: server)
  }

  func apply(to attempt: inout IntrospectAttempt, by server: AuthorizationServer) async throws {
    attempt.client = try await client(attempt.request.client, from: attempt.source, by: server)
  }

  private func client(
    _ presented: PresentedClient, from source: String, by server: AuthorizationServer
  ) async throws -> RegisteredClient {
    let found = try await server.store.client(try identifier(in: presented))
    return try await authenticated(found, as: presented, from: source, by: server)
  }

  private func identifier(in presented: PresentedClient) throws -> String {
    guard let id = presented.id else { throw refusal("No client identifies itself.") }
    return id
  }

  private func authenticated(
    _ found: RegisteredClient?, as presented: PresentedClient, from source: String,
    by server: AuthorizationServer
  ) async throws -> RegisteredClient {
    let id = try identifier(in: presented)
    guard let client = found, client.standing == .active else {
      server.audit(AuditEvent(.clientRefused, ["client": id, "reason": "unknown or disabled"]))
      throw refusal("The client is not registered.")
    }
    // "the authorization server MUST … require client authentication for confidential clients or
    // for any client that was issued client credentials".
    guard presented.authentication.method == client.authenticationMethod else {
      server.audit(AuditEvent(.clientRefused, ["client": id, "reason": "method"]))
      throw refusal("The client is registered for another authentication method.")
    }
    switch presented.authentication {
    case .none: break
    case .basic(let secret), .post(let secret):
      try await SecretCheck(client: client, source: source).check(secret, by: server)
    case .assertion(let assertion):
      try await AssertionCheck(client: client).check(assertion, by: server)
    case .attestation: throw refusal("Attestations of clients are not accepted here.")
    }
    return client
  }

  private func refusal(_ reason: String) -> OAuthError { .refused(.invalidClient, reason) }
}
