// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import Crypto
import CoatcheckFoundation

/// Proof Key for Code Exchange: a code verifier and its code challenge, which show that the client that
/// redeems a code is the one that requested it.
///
/// Only the method `S256` is supported: with `plain`, an attacker who sees the authorization request can
/// redeem the code. [RFC 7636](https://www.rfc-editor.org/rfc/rfc7636).
public struct PKCE: Sendable {
  /// The value of `code_challenge_method`.
  public static let method = "S256"

  /// The `code_verifier`, a secret of 43 to 128 characters, which is sent with the token request only.
  public let verifier: Secret

  /// Creates a code verifier of 256 random bits
  /// ([RFC 7636 §4.1](https://www.rfc-editor.org/rfc/rfc7636#section-4.1)).
  public init(environment: RuntimeEnvironment) {
    // "It is RECOMMENDED that the output of a suitable random number generator be used to create a
    // 32-octet sequence."
    verifier = Secret(environment.token(bytes: 32))
  }

  /// Creates a value from an existing code verifier, such as that of a stored transaction.
  ///
  /// - Parameter verifier: The code verifier: 43 to 128 characters, each a letter, a digit or one of
  ///   `-._~`.
  /// - Throws: `misused` naming `verifier` when it has another form.
  public init(verifier: String) throws(OAuthError) {
    guard Self.isWellFormed(verifier) else {
      throw .misused("verifier", "The code verifier is not 43 to 128 unreserved characters.")
    }
    self.verifier = Secret(verifier)
  }

  /// The `code_challenge` of the authorization request: `BASE64URL-ENCODE(SHA256(ASCII(code_verifier)))`.
  public var challenge: String {
    Self.challenge(of: verifier.reveal())
  }

  /// Whether a code verifier belongs to a code challenge, compared in constant time
  /// ([RFC 7636 §4.6](https://www.rfc-editor.org/rfc/rfc7636#section-4.6)).
  ///
  /// - Parameters:
  ///   - verifier: The `code_verifier` of the token request. The result is false when it is malformed.
  ///   - challenge: The `code_challenge` of the authorization request.
  public static func verify(verifier: String, challenge: String) -> Bool {
    isWellFormed(verifier)
      && ConstantTime.equal(Self.challenge(of: verifier).utf8, challenge.utf8)
  }

  /// Whether a code verifier belongs to a code challenge, compared in constant time.
  ///
  /// - Parameters:
  ///   - verifier: The `code_verifier` of the token request. The result is false when it is malformed.
  ///   - challenge: The `code_challenge` of the authorization request.
  public static func verify(verifier: Secret, challenge: String) -> Bool {
    verify(verifier: verifier.reveal(), challenge: challenge)
  }

  /// Whether a text has the form of an `S256` code challenge: 32 bytes in base64url without padding.
  ///
  /// - Parameter text: The `code_challenge` of an authorization request.
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
