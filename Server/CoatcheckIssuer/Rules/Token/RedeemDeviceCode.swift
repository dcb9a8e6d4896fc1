// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import CoatcheckFoundation

/// Marks the device code as used and stores its token family, in one transaction of the store.
///
/// [RFC 8628 §3.5](https://www.rfc-editor.org/rfc/rfc8628#section-3.5)
struct RedeemDeviceCode: TokenRule {
  func apply(to attempt: inout TokenAttempt, by server: AuthorizationServer) async throws {
    let device = try established(attempt.device, "device")
    let approval = try established(attempt.approval, "approval")
    let client = try established(attempt.client, "client")
    let now = server.environment.now()
    let family = RefreshFamily(
      id: server.environment.identifier(), clientID: client.id, userID: approval.userID,
      scopes: approval.scopes, createdAt: now,
      absoluteExpiry: now.addingTimeInterval(server.settings.refreshAbsolute),
      // No session identifier: a logout of the browser in which the user approved does not end the device's
      // tokens.
      authTime: approval.authTime, nonce: nil, sessionID: nil,
      context: GrantContext(jkt: attempt.proof?.thumbprint, resources: device.context.resources))
    let successor =
      client.grantTypes.contains("refresh_token")
      ? NextRefreshToken(in: family, generation: 0, by: server) : nil
    guard
      try await server.store.redeemDevice(
        device.digest, opening: family, first: successor?.record, at: now)
    else { throw OAuthError.refused(.invalidGrant, "The device code was used.") }
    attempt.family = family
    attempt.refreshToken = successor?.token.secret
    attempt.refreshExpiry = successor.map { .at($0.record.expiresAt) } ?? .unknown
  }
}
