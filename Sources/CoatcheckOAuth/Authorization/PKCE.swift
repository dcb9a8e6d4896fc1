// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import Crypto
import CoatcheckFoundation

/// The proof that the client that redeems a code is the one that requested it.
///
/// Only `S256` exists here: with `plain`, an attacker who sees the authorization request can redeem the
/// code.
/// [RFC 7636](https://www.rfc-editor.org/rfc/rfc7636).
public struct PKCE: Sendable {
  /// The challenge method.
  public static let method = "S256"

  /// What stays secret until the code is redeemed.
  public let verifier: Secret

  /// A fresh verifier of 256 random bits.
  public init(environment: RuntimeEnvironment) {
    // "It is RECOMMENDED that the output of a suitable random number generator be used to create a
    // 32-octet sequence."
    verifier = Secret(environment.token(bytes: 32))
  }

  /// A verifier from elsewhere, such as a stored transaction.
  ///
  /// - Throws: `misused` when it is not 43 to 128 unreserved characters.
  public init(verifier: String) throws(OAuthError) {
    guard Self.isWellFormed(verifier) else {
      throw .misused("verifier", "The code verifier is not 43 to 128 unreserved characters.")
    }
    self.verifier = Secret(verifier)
  }

  /// What goes into the authorization request: `BASE64URL-ENCODE(SHA256(ASCII(code_verifier)))`.
  public var challenge: String {
    Self.challenge(of: verifier.reveal())
  }

  /// Whether a verifier is the one behind a challenge, compared in constant time. A malformed
  /// verifier never is.
  public static func verify(verifier: String, challenge: String) -> Bool {
    isWellFormed(verifier)
      && ConstantTime.equal(Self.challenge(of: verifier).utf8, challenge.utf8)
  }

  /// Whether a verifier is the one behind a challenge.
  public static func verify(verifier: Secret, challenge: String) -> Bool {
    verify(verifier: verifier.reveal(), challenge: challenge)
  }

  /// Whether a text can be a challenge by `S256`: the base64url of 32 bytes.
  public static func isChallenge(_ text: String) -> Bool {
    (try? Base64URL.decode(text))?.count == 32
  }

  /// "code-verifier = 43*128unreserved"
  static func isWellFormed(_ verifier: String) -> Bool {
    (43...128).contains(verifier.utf8.count)
      && verifier.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
      }
  }

  private static func challenge(of verifier: String) -> String {
    Base64URL.encode(Array(SHA256.hash(data: Array(verifier.utf8))))
  }
}
