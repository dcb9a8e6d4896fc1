// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Finds the client of the request, by `client_id` or the hint, and requires that the two agree.
///
/// [RP-Initiated Logout
/// §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)
struct FindLogoutClient: LogoutRule {
  func apply(to attempt: inout LogoutAttempt, by server: AuthorizationServer) async throws {
    let named = attempt.ask.request.clientID
    // "When both client_id and id_token_hint are present, the OP MUST verify that the Client Identifier
    // matches the one used when issuing the ID Token."
    if let named, let hint = attempt.hint, !hint.isFor(named) {
      throw OAuthError.refused(
        .invalidRequest, "The hint was made for another client.", parameter: "client_id")
    }
    guard let id = named ?? attempt.hint?.audience.first else { return }
    guard let client = try await server.store.client(id), client.standing == .active else {
      throw OAuthError.refused(
        .invalidRequest, "The client is unknown.",
        parameter: named == nil ? "id_token_hint" : "client_id")
    }
    attempt.client = client
  }
}
