// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// A sign-in that waits for the user at another device.
public struct PendingDeviceSignIn: Sendable {
  /// The user code and the verification URI, to show to the user.
  public let authorization: DeviceAuthorization

  let flow: PolledFlow
  let scopes: [Scope]
  /// When the codes were received, on the monotonic clock.
  let startedAt: Duration
  /// The key that the tokens shall be bound to.
  var prover: DPoPProver?

  /// Polls the token endpoint until the user has decided, and verifies the ID token:
  /// [RFC 8628 §3.4](https://www.rfc-editor.org/rfc/rfc8628#section-3.4).
  ///
  /// Requests are sent no faster than the authorization server allows, and slower after each failure.
  /// Cancelling the task ends the waiting at once.
  ///
  /// - Parameter name: The name of the session; without it, the subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `accessDenied` when the user denied; `timedOut` (and `OAuthError.isUnanswered`) when the
  ///   code expired, or the flow's deadline passed, before the user decided; `cancelled` when the task
  ///   is cancelled; `unreadable` for invalid tokens. Another sign-in can be started.
  public func finish(storedAs name: String? = nil) async throws(OAuthError) -> StoredSession {
    let context = flow.context
    let tokenEndpoint = try context.metadata.requiredTokenEndpoint
    return try await flow.session(
      by: DeviceTokenExchange(
        deviceCode: authorization.deviceCode, client: context.client, tokenEndpoint: tokenEndpoint),
      polling: PolledFlow.Polling(
        lifetime: authorization.lifetime, interval: authorization.interval, startedAt: startedAt,
        unanswered: "The user did not enter the code in time."),
      provedBy: prover, expecting: TokenExpectations(scopes: scopes), storedAs: name)
  }
}
