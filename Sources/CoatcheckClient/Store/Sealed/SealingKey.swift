// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth
package import Crypto
import CoatcheckFoundation

/// The key that records are sealed with: 32 bytes.
public struct SealingKey: Sendable {
  /// The length of a key in bytes.
  public static let length = 32

  /// The identifier of the key, which is not secret: 16 hexadecimal digits, the beginning of a hash of the
  /// key.
  public let id: String
  private let secret: Secret

  /// Creates a key of bytes from a cryptographic generator.
  ///
  /// - Parameter bytes: The key: 32 bytes.
  /// - Throws: `misused` naming `bytes` when there are not 32.
  public init(_ bytes: [UInt8]) throws(OAuthError) {
    guard bytes.count == Self.length else {
      throw .misused("bytes", "A sealing key has 32 bytes, not \(bytes.count).")
    }
    secret = Secret(Base64URL.encode(bytes))
    id = String(Fingerprint.hex(of: Array("coatcheck sealing key id\0".utf8) + bytes).prefix(16))
  }

  /// Creates a new random key.
  ///
  /// - Parameter environment: What makes the random bytes.
  /// - Throws: `misused` naming `bytes` when the environment returns another number of bytes than it is
  ///   asked for, which `.live` never does.
  public static func random(_ environment: RuntimeEnvironment = .live) throws(OAuthError)
    -> SealingKey
  {
    try SealingKey(environment.random(length))
  }

  /// The bytes of the key, for a source that stores it.
  package func reveal() -> [UInt8] { (try? Base64URL.decode(secret.reveal())) ?? [] }

  /// Derives the key for one purpose. It reveals nothing about the keys for other purposes.
  ///
  /// [RFC 5869](https://www.rfc-editor.org/rfc/rfc5869)
  package func derived(for purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: reveal()), info: Array("coatcheck \(purpose)".utf8),
      outputByteCount: 32)
  }
}

extension SealingKey: CustomStringConvertible {
  /// The key's id; nothing of the key.
  public var description: String { "SealingKey(\(id))" }
}
