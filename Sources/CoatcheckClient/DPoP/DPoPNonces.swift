// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization

/// The newest nonces that servers want in DPoP proofs: one for each server and key.
///
/// RFC 9449 §8.2: a nonce of an authorization server and one of a resource are kept apart, since
/// each server takes only its own.
public final class DPoPNonces: Sendable {
  /// The maximum number of servers; a server beyond it supplies its nonce again.
  static let maximumCount = 200

  private struct Place: Hashable {
    let origin: String
    let thumbprint: String
  }

  private let known = Mutex<[Place: DPoPNonce]>([:])

  /// No nonces yet.
  public init() {}

  func nonce(of origin: String, for thumbprint: String) -> DPoPNonce? {
    known.withLock { $0[Place(origin: origin, thumbprint: thumbprint)] }
  }

  func keep(_ nonce: DPoPNonce, of origin: String, for thumbprint: String) {
    known.withLock { known in
      let place = Place(origin: origin, thumbprint: thumbprint)
      if known[place] == nil, known.count >= Self.maximumCount, let any = known.keys.first {
        known[any] = nil
      }
      known[place] = nonce
    }
  }
}
