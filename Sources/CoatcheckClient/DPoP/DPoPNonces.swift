// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization

/// The newest nonces that servers have supplied for DPoP proofs: one for each server and key.
///
/// A nonce of an authorization server and one of a resource server are kept apart, since each server
/// accepts only its own: [RFC 9449 §8.2](https://www.rfc-editor.org/rfc/rfc9449#section-8.2).
public final class DPoPNonces: Sendable {
  /// The maximum number of servers; a server beyond it supplies its nonce again.
  static let maximumCount = 200

  private struct Place: Hashable {
    let origin: String
    let thumbprint: String
  }

  private let known = Mutex<[Place: DPoPNonce]>([:])

  /// Creates an empty collection.
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
