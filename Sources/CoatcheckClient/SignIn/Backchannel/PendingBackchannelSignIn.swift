// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import CoatcheckFoundation

/// A sign-in that waits for the user at an authentication device.
public struct PendingBackchannelSignIn: Sendable {
  /// The authentication request acknowledgement of the authorization server, with `auth_req_id`.
  public let authentication: BackchannelAuthentication

  let flow: PolledFlow
  let scopes: [Scope]
  /// When the request was made, on the monotonic clock.
  let startedAt: Duration
  /// The same by the issuer's clock.
  let beganAt: Date
  let prover: DPoPProver?

  /// Polls the token endpoint until the user has decided, and verifies the ID token.
  ///
  /// - Parameter name: The name of the session; without it, the subject.
  /// - Returns: The session, not stored yet.
  /// - Throws: `accessDenied` when the user denied; `timedOut` (and `OAuthError.isUnanswered`) when the
  ///   user did not decide in time; `cancelled` when the task is cancelled; `unreadable` for invalid
  ///   tokens. Another sign-in can be started.
  public func finish(storedAs name: String? = nil) async throws(OAuthError) -> StoredSession {
    let context = flow.context
    let tokenEndpoint = try context.metadata.requiredTokenEndpoint
    var expected = TokenExpectations(scopes: scopes)
    expected.backchannel = BackchannelExpectation(id: authentication.authReqID, beganAt: beganAt)
    return try await flow.session(
      by: BackchannelTokenExchange(
        authReqID: authentication.authReqID, client: context.client, tokenEndpoint: tokenEndpoint),
      polling: PolledFlow.Polling(
        lifetime: authentication.lifetime, interval: authentication.interval,
        startedAt: startedAt, unanswered: "The user did not answer the request in time."),
      provedBy: prover, expecting: expected, storedAs: name)
  }
}
