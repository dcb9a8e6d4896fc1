// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Synchronization

/// The current and former keys of a hostile provider.
final class HostileKeys: Sendable {
  private struct State {
    var signing: [SigningKey]
    var published: [SigningKey]
  }

  private let state: Mutex<State>
  /// The key that clients encrypt request objects for.
  let decryption: DecryptionKey

  /// The keys of all test servers, and further published ones for each algorithm.
  init(perAlgorithm count: Int) throws(JOSEError) {
    decryption = try DecryptionKey.generate(.ecdhESA256KW)
    let usual = try TestKeys.signing()
    var more: [SigningKey] = []
    for key in usual {
      for _ in 1..<max(count, 1) { more.append(try SigningKey.generate(key.algorithm)) }
    }
    state = Mutex(State(signing: usual, published: usual + more))
  }

  /// The published key set.
  var published: JWKSet {
    let signing = state.withLock { $0.published }.map(\.publicJWK)
    return JWKSet(keys: signing + [decryption.publicJWK].compactMap(\.self))
  }

  /// The key that signs with an algorithm.
  func key(for algorithm: SignatureAlgorithm) throws(OAuthError) -> SigningKey {
    guard let key = state.withLock({ $0.signing.first { $0.algorithm == algorithm } }) else {
      throw .misused("idTokenAlgorithm", "A hostile provider signs with RS256 and ES256 only.")
    }
    return key
  }

  /// The algorithm that is not the given one.
  func otherAlgorithm(than algorithm: SignatureAlgorithm) -> SignatureAlgorithm {
    algorithm == .rs256 ? .es256 : .rs256
  }

  /// Replaces the key of an algorithm.
  ///
  /// - Parameter keepsOld: Whether the old one stays published.
  func rotate(_ algorithm: SignatureAlgorithm, keepsOld: Bool) throws(JOSEError) {
    let fresh = try SigningKey.generate(algorithm)
    state.withLock { state in
      state.signing = state.signing.filter { $0.algorithm != algorithm } + [fresh]
      state.published =
        state.published.filter { keepsOld || $0.algorithm != algorithm } + [fresh]
    }
  }
}
