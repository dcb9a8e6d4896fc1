// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import CoatcheckFoundation

/// Detects tokens and proofs that are valid only once and are received again.
///
/// A server with several machines needs a guard that all of them share, such as one in its database.
public protocol TokenReplayGuard: Sendable {
  /// Notes the id of a token, unless it is noted already. Of two concurrent calls with the same id,
  /// only one returns true.
  ///
  /// - Parameters:
  ///   - id: The id of the token, unique among those that share this guard; it holds the issuer where
  ///     the token has one.
  ///   - end: When the id may be forgotten, on the wall clock: the token itself is no longer valid
  ///     then.
  /// - Returns: False when the id was noted before.
  /// - Throws: `unreachable` when the id could not be noted: the token must not be accepted then, and
  ///   may be sent again later.
  func isNew(_ id: String, until end: Date) async throws(OAuthError) -> Bool

  /// Removes the id of a token whose work could not be done, so that the token is accepted when it is
  /// sent again.
  ///
  /// - Parameter id: The id, as it was noted. An unknown id is ignored.
  func forget(_ id: String) async
}

/// A replay guard in the memory of this program.
public actor MemoryReplayGuard: TokenReplayGuard {
  /// The maximum number of ids that are noted at a time. Only the holder of the issuer's key can make
  /// more.
  public static let maximumCount = 100_000

  private let environment: RuntimeEnvironment
  private var ends: [String: Date] = [:]

  /// Creates an empty guard.
  ///
  /// - Parameter environment: The wall clock by which ids are forgotten.
  public init(environment: RuntimeEnvironment = .live) {
    self.environment = environment
  }

  /// Notes the id of a token, unless it is noted already.
  ///
  /// - Throws: `unreachable` with `temporarilyUnavailable` when ``maximumCount`` ids are noted that
  ///   have not expired.
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

  /// Removes the id of a token.
  public func forget(_ id: String) {
    ends[id] = nil
  }
}
