// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Finds the code.
///
/// A used or expired code is found as well: ``RedeemCode`` decides about it after all other checks.
/// [RFC 6749 §4.1.2](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2)
struct FindCode: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let unknown = OAuthError.refused(.invalidGrant, "The code is unknown or has expired.")
    guard case .authorizationCode(let presented, _, _) = attempt.request.grant,
      let code = OpaqueToken(presented, as: .code)
    else { throw unknown }
    guard let record = try await server.store.code(code.digest) else {
      try await server.countGuess(
        isRight: false, client: try established(attempt.client, "client"), source: attempt.source)
      throw unknown
    }
    try await server.countGuess(
      isRight: true, client: try established(attempt.client, "client"), source: attempt.source)
    attempt.presented = code
    attempt.code = record
    attempt.scopes = record.scopes
  }
}
