// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Assigns a random client identifier to a new client.
///
/// [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1)
struct AssignClientID: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    // "client_id: REQUIRED. … It SHOULD NOT be currently valid for any other registered client".
    attempt.client.id = server.environment.identifier()
    attempt.client.registeredAt = server.environment.now()
  }
}
