// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Verifies `id_token_hint`: an ID token of this server, which may have expired.
///
/// [RP-Initiated Logout
/// §2](https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout)
struct VerifyLogoutHint: LogoutRule {
  func apply(to attempt: inout LogoutAttempt, by server: AuthorizationServer) async throws {
    // "When an id_token_hint parameter is present, the OP MUST validate that it was the issuer of the ID
    // Token."
    guard let hint = attempt.ask.request.idTokenHint else { return }
    attempt.hint = try IDTokenHint(
      hint, ring: try await server.keys.ring(), issuer: server.settings.issuer)
  }
}
