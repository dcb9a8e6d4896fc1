// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// One sign-in that waits for a person at another device.
public struct PendingDeviceSignIn: Sendable {
  /// What to show to the person.
  public let authorization: DeviceAuthorization

  let flow: PolledFlow
  let scopes: [Scope]
  /// When the codes were received, by the clock that never jumps.
  let startedAt: Duration
  /// The key that the tokens shall be bound to.
  var prover: DPoPProver?

  /// Asks the issuer until the person has answered, and verifies the ID token.
  ///
  /// Questions come no faster than the issuer wants, and slower after each failure. Cancelling the task
  /// ends the waiting at once.
  ///
  /// - Parameter name: What to call the session; without it, the person's subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `accessDenied` when the person said no; `timedOut` (and ``OAuthError/isUnanswered``) when
  ///   the code or the flow's deadline ended before the person answered; `cancelled`; `unreadable` for
  ///   tokens that must not be believed. Another sign-in can begin.
  public func finish(storedAs name: String? = nil) async throws(OAuthError) -> StoredSession {
    let context = flow.context
    let tokenEndpoint = try context.metadata.requiredTokenEndpoint
    return try await flow.session(
      by: DeviceTokenExchange(
        deviceCode: authorization.deviceCode, client: context.client, tokenEndpoint: tokenEndpoint),
      polling: PolledFlow.Polling(
        lifetime: authorization.lifetime, interval: authorization.interval, startedAt: startedAt,
        unanswered: "Nobody entered the code in time."),
      provedBy: prover, expecting: TokenExpectations(scopes: scopes), storedAs: name)
  }
}
