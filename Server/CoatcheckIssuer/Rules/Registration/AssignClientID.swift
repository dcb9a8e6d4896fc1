// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// A new client gets a name of the issuer's choosing. What it calls itself does not count.
///
/// [RFC 7591 §3.2.1](https://www.rfc-editor.org/rfc/rfc7591#section-3.2.1)
struct AssignClientID: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    // "client_id: REQUIRED. … It SHOULD NOT be currently valid for any other registered client".
    attempt.client.id = server.environment.identifier()
    attempt.client.registeredAt = server.environment.now()
  }
}
