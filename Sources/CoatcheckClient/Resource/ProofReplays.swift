// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation

/// Detects DPoP proofs that were sent to this process before.
///
/// The proofs are in two sets. After each lifetime the newer set becomes the older one, and the older
/// one is dropped, because all its proofs have expired. So no search for expired proofs is needed, and
/// the limit of a set bounds the memory.
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
  ///   - lifetime: How long a proof is accepted after its first use, in seconds.
  ///   - limit: The maximum number of proofs in one lifetime.
  ///   - environment: The wall clock.
  init(lifetime: TimeInterval, limit: Int = 1 << 20, environment: RuntimeEnvironment) {
    self.lifetime = lifetime
    self.limit = limit
    self.environment = environment
    sets = Mutex(Sets(turnedAt: environment.now()))
  }

  /// Records a proof for at least one lifetime. Returns false when it was recorded before.
  ///
  /// - Throws: `unreachable` when the limit is reached.
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
