// SPDX-License-Identifier: Apache-2.0

/// One call of a client, as the client observed it.
public struct RecordedCall: Sendable {
  /// A request.
  public enum Request: Sendable, Hashable {
    /// Redeems a code.
    case redeem(code: String)
    /// Exchanges a refresh token for its successor.
    case refresh(token: String)
    /// Ends the family of a refresh token.
    case end(token: String)
    /// Uses the access token that was issued with a refresh token.
    case use(token: String)
    /// Uses a key that is accepted once.
    case once(key: String)
    /// Makes an attempt, of which a limited number is allowed.
    case attempt(key: String, limit: Int)
    /// Polls with the device code of a device that the user has approved.
    case poll(device: String)
    /// Uses a pushed request to get an authorization code.
    case visit(request: String)
    /// Opens a page with the cookie of a login session.
    case browse(session: String)
    /// Ends a login session.
    case signOut(session: String)
    /// Uses a client that has registered itself.
    case useClient(id: String)
  }

  /// The response that the client received.
  public enum Outcome: Sendable, Hashable {
    /// The code or the refresh token was valid; this is the next refresh token.
    case granted(token: String)
    /// Any other call succeeded.
    case accepted
    case refused
    /// There was no response: the call may have taken effect, or may still do so.
    case unknown
  }

  /// The request.
  public let request: Request
  /// The outcome.
  public let outcome: Outcome
  /// When the client sent the request.
  public let began: ContinuousClock.Instant
  /// When the client received the response, or gave up.
  public let ended: ContinuousClock.Instant

  /// Creates a record of a call.
  public init(
    _ request: Request, _ outcome: Outcome, began: ContinuousClock.Instant,
    ended: ContinuousClock.Instant
  ) {
    self.request = request
    self.outcome = outcome
    self.began = began
    self.ended = ended
  }
}
