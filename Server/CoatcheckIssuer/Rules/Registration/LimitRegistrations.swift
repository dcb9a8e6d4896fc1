// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

/// Limits the number of clients that one initial access token can register. Refused requests are not
/// counted.
///
/// [RFC 7591 §3](https://www.rfc-editor.org/rfc/rfc7591#section-3)
struct LimitRegistrations: RegistrationRule {
  func apply(to attempt: inout RegistrationAttempt, by server: AuthorizationServer) async throws {
    guard case .tokens(let tokens) = server.settings.registration.access,
      let digest = attempt.token.map(TokenDigest.init(of:)),
      let token = tokens.first(where: { ConstantTime.equal($0.digest.bytes, digest.bytes) })
    else { return }
    let now = server.environment.now()
    let counted = try await server.store.attempt(
      "initial-access-token:\(digest.hex)", limit: token.uses,
      window: max(1, token.expiresAt.timeIntervalSince(now)), at: now)
    if case .exhausted = counted { throw AuthorizeRegistration.refusal }
  }
}
