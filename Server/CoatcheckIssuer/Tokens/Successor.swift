// SPDX-License-Identifier: Apache-2.0
import Crypto

package import CoatcheckOAuth
import CoatcheckFoundation

/// Seals the successor of a refresh token with a key that is derived from the presented token.
///
/// The store has only a digest of the presented token, so that a thief of the database cannot open the
/// successor. A client that presents the same token again, within the grace period, gets the same
/// successor.
package enum Successor {
  package static func seal(
    _ successor: Secret, under presented: Secret, environment: RuntimeEnvironment
  ) throws(OAuthError) -> [UInt8] {
    try Sealer.seal(
      Array(successor.reveal().utf8), under: key(presented), bound: "refresh-successor",
      nonce: environment.random(12))
  }

  package static func open(_ sealed: [UInt8], under presented: Secret) -> Secret? {
    Sealer.open(sealed, under: key(presented), bound: "refresh-successor")
      .flatMap { String(validating: $0, as: UTF8.self) }.map { Secret($0) }
  }

  /// "In some applications, the input keying material IKM may already be present as a cryptographically
  /// strong key … In this case, one can skip the extract part": a refresh token has 256 random bits.
  /// [RFC 5869 §3.3](https://www.rfc-editor.org/rfc/rfc5869#section-3.3)
  private static func key(_ presented: Secret) -> SymmetricKey {
    HKDF<SHA256>.expand(
      pseudoRandomKey: Array(presented.reveal().utf8),
      info: Array("coatcheck/2/refresh-successor".utf8), outputByteCount: 32)
  }
}
