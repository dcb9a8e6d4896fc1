// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// Which tokens and proofs were there before, for those that count once.
///
/// A server of several machines has one for all of them: in its database.
public protocol TokenReplayGuard: Sendable {
  /// Notes a token.
  ///
  /// - Parameters:
  ///   - id: The token's id, in the words of its issuer.
  ///   - end: When it can be forgotten: it does not count any more then.
  /// - Returns: False when it was noted before.
  func isNew(_ id: String, until end: Date) async throws(OAuthError) -> Bool

  /// Forgets a token, whose work could not be done: it may come again.
  func forget(_ id: String) async
}

/// Which tokens were there before, in the memory of this program.
public actor MemoryReplayGuard: TokenReplayGuard {
  /// How many tokens are remembered. Only the holder of the issuer's key can make more.
  public static let maximumCount = 100_000

  private let environment: RuntimeEnvironment
  private var ends: [String: Date] = [:]

  /// None so far.
  public init(environment: RuntimeEnvironment = .live) {
    self.environment = environment
  }

  /// Notes a token.
  public func isNew(_ id: String, until end: Date) throws(OAuthError) -> Bool {
    let now = environment.now()
    if let before = ends[id], before > now { return false }
    if ends.count >= Self.maximumCount {
      ends = ends.filter { $0.value > now }
      guard ends.count < Self.maximumCount else {
        throw .unreachable(
          .temporarilyUnavailable, "Too many tokens were received in a short time.")
      }
    }
    ends[id] = end
    return true
  }

  /// Forgets a token.
  public func forget(_ id: String) {
    ends[id] = nil
  }
}
