// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Requires that the user has approved the device, and counts the poll.
///
/// [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
struct PollDevice: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let unknown = OAuthError.refused(.invalidGrant, "The device code is unknown or was used.")
    guard case .deviceCode(let presented) = attempt.request.grant,
      let token = OpaqueToken(presented, as: .device)
    else { throw unknown }
    switch try await server.store.pollDevice(
      token.digest, by: client.id, at: server.environment.now())
    {
    case .approved(let device, let approval):
      attempt.presented = token
      attempt.device = device
      attempt.approval = approval
      attempt.scopes = approval.scopes
    case .pending:
      // "authorization_pending: The authorization request is still pending".
      throw OAuthError.refused(.authorizationPending, "The user has not answered yet.")
    case .slowDown(let interval):
      // "slow_down: … the interval MUST be increased by 5 seconds for this and all subsequent requests."
      throw OAuthError.refused(.slowDown, "Poll every \(interval) seconds at most.")
    case .denied:
      throw OAuthError.refused(.accessDenied, "The user denied the request.", status: 400)
    case .expired:
      throw OAuthError.refused(.expiredToken, "The device code has expired.")
    case .redeemed, .unknown, .wrongClient:
      throw unknown
    }
  }
}
