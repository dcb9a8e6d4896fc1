// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation

/// The DPoP proofs that were shown lately, so that none works twice.
///
/// Two sets are kept, each for as long as a proof lives: what is not in the newer one any more when
/// the older goes is too old to be shown again. So nothing has to be searched for what may be
/// forgotten, and the memory is bounded by what one lifetime brings, at most by the limit.
final class ProofReplays: Sendable {
  private struct Sets {
    var newer: Set<String> = []
    var older: Set<String> = []
    var turnedAt: Date
  }

  private let lifetime: TimeInterval
  private let limit: Int
  private let sets: Mutex<Sets>

  /// - Parameters:
  ///   - lifetime: How long a proof may be shown from the first time on, in seconds.
  ///   - limit: How many are remembered for one lifetime.
  init(lifetime: TimeInterval, limit: Int = 1 << 20, now: Date) {
    self.lifetime = lifetime
    self.limit = limit
    sets = Mutex(Sets(turnedAt: now))
  }

  /// Remembers a proof.
  ///
  /// - Throws: `refused`, ``OAuthError/Code/invalidDPoPProof``, when it was shown before;
  ///   `unreachable` when so many come that not all can be remembered.
  func insert(_ proof: String, at now: Date) throws(OAuthError) {
    let outcome: Result<Void, OAuthError> = sets.withLock { sets in
      // A clock set back must neither keep the sets indefinitely nor empty them at once.
      if abs(now.timeIntervalSince(sets.turnedAt)) >= lifetime {
        (sets.older, sets.newer, sets.turnedAt) = (sets.newer, [], now)
      }
      // RFC 9449 §11.1: servers "can store the jti value of each DPoP proof for the time window in
      // which the respective DPoP proof would be accepted to prevent multiple uses of the same DPoP
      // proof."
      guard !sets.older.contains(proof) else { return .failure(Self.replayed) }
      guard sets.newer.count < limit || sets.newer.contains(proof) else {
        return .failure(
          .unreachable(.temporarilyUnavailable, "Too many proofs were used in a short time."))
      }
      return sets.newer.insert(proof).inserted ? .success(()) : .failure(Self.replayed)
    }
    try outcome.get()
  }

  private static let replayed = OAuthError.refused(
    .invalidDPoPProof, "The proof was used before.", parameter: "jti")
}
