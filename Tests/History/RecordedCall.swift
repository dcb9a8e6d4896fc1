// SPDX-License-Identifier: Apache-2.0

/// One call of a client, as the client saw it.
public struct RecordedCall: Sendable {
  /// What was asked for.
  public enum Request: Sendable, Hashable {
    /// To exchange a code for tokens.
    case redeem(code: String)
    /// To exchange a refresh token for its successor.
    case refresh(token: String)
    /// To end the family of a refresh token.
    case end(token: String)
    /// To be let in by what belongs to a refresh token.
    case use(token: String)
    /// To have a key accepted which is good once.
    case once(key: String)
    /// To have an attempt allowed, of so many.
    case attempt(key: String, limit: Int)
    /// To exchange the code of a device, which the user has approved, for tokens.
    case poll(device: String)
    /// To get an authorization code by a pushed request.
    case visit(request: String)
    /// To be known as signed in, by the cookie of a login session.
    case browse(session: String)
    /// To end a login session.
    case signOut(session: String)
    /// To be known as a client that registered itself.
    case useClient(id: String)
  }

  /// What the client was told.
  public enum Outcome: Sendable, Hashable {
    /// A code or a refresh token was good, and this is the refresh token that follows.
    case granted(token: String)
    /// Anything else was done or allowed.
    case accepted
    case refused
    /// There was no answer: it may have been done or not, or may still be.
    case unknown
  }

  /// What was asked for.
  public let request: Request
  /// What came of it.
  public let outcome: Outcome
  /// When the client asked.
  public let began: ContinuousClock.Instant
  /// When the client had the answer, or gave up.
  public let ended: ContinuousClock.Instant

  /// Describes a call.
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
