// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Removes the pushed request from the store, so that it yields one code only.
///
/// Until then the `request_uri` stays valid, so that the user can reload a page.
/// [RFC 9126 §7.3](https://www.rfc-editor.org/rfc/rfc9126#section-7.3)
struct ConsumePushedRequest: AuthorizeRule {
  func apply(to attempt: inout AuthorizeAttempt, by server: AuthorizationServer) async throws {
    guard let pushed = attempt.pushed else { return }
    // "it is RECOMMENDED that authorization servers … treat the request_uri as one-time use".
    let taken = try await server.store.takePushed(
      pushed.digest, of: pushed.clientID, at: server.environment.now())
    if taken == nil { attempt.need = .startAgain }
  }
}
