// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation

/// The DPoP proofs that were shown to this process lately, so that none works twice.
///
/// Two sets are kept, each for as long as a proof lives: what is not in the newer one any more when
/// the older goes is too old to be shown again. So nothing has to be searched for what may be
/// forgotten, and the memory is bounded by what one lifetime brings, at most by the limit.
final class ProofReplays: TokenReplayGuard {
  private struct Sets {
    var newer: Set<String> = []
    var older: Set<String> = []
    var turnedAt: Date
  }

  private let lifetime: TimeInterval
  private let limit: Int
  private let environment: RuntimeEnvironment
  private let sets: Mutex<Sets>

  /// - Parameters:
  ///   - lifetime: How long a proof may be shown from the first time on, in seconds.
  ///   - limit: How many are remembered for one lifetime.
  ///   - environment: The clock.
  init(lifetime: TimeInterval, limit: Int = 1 << 20, environment: RuntimeEnvironment) {
    self.lifetime = lifetime
    self.limit = limit
    self.environment = environment
    sets = Mutex(Sets(turnedAt: environment.now()))
  }

  /// Remembers a proof for one lifetime.
  ///
  /// - Throws: `unreachable` when so many come that not all can be remembered.
  func isNew(_ proof: String, until _: Date) throws(OAuthError) -> Bool {
    let now = environment.now()
    let outcome: Result<Bool, OAuthError> = sets.withLock { sets in
      // A clock set back must neither keep the sets indefinitely nor empty them at once.
      if abs(now.timeIntervalSince(sets.turnedAt)) >= lifetime {
        (sets.older, sets.newer, sets.turnedAt) = (sets.newer, [], now)
      }
      // RFC 9449 §11.1: servers "can store the jti value of each DPoP proof for the time window in
      // which the respective DPoP proof would be accepted to prevent multiple uses of the same DPoP
      // proof."
      guard !sets.older.contains(proof) else { return .success(false) }
      guard sets.newer.count < limit || sets.newer.contains(proof) else {
        return .failure(
          .unreachable(.temporarilyUnavailable, "Too many proofs were used in a short time."))
      }
      return .success(sets.newer.insert(proof).inserted)
    }
    return try outcome.get()
  }

  func forget(_ proof: String) {
    sets.withLock { sets in
      sets.newer.remove(proof)
      sets.older.remove(proof)
    }
  }
}
