// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Synchronization

/// The keys of a hostile provider, old and new.
final class HostileKeys: Sendable {
  private struct State {
    var signing: [SigningKey]
    var published: [SigningKey]
  }

  private let state: Mutex<State>
  /// What clients encrypt requests for.
  let decryption: DecryptionKey

  /// The keys of all test servers, and more of each kind where that is asked for.
  init(perAlgorithm count: Int) throws(JOSEError) {
    decryption = try DecryptionKey.generate(.ecdhESA256KW)
    let usual = try TestKeys.signing()
    var more: [SigningKey] = []
    for key in usual {
      for _ in 1..<max(count, 1) { more.append(try SigningKey.generate(key.algorithm)) }
    }
    state = Mutex(State(signing: usual, published: usual + more))
  }

  /// What the key set endpoint shows.
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

  /// Another algorithm than the one given.
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
