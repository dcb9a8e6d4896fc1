// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

/// Authenticated encryption with a content encryption key.
///
/// [RFC 7518 §5](https://www.rfc-editor.org/rfc/rfc7518#section-5)
struct ContentCipher {
  let encryption: ContentEncryption
  let key: SymmetricKey

  /// A ciphertext with its initialization vector and authentication tag.
  struct Sealed: Sendable {
    let vector: [UInt8]
    let ciphertext: [UInt8]
    let tag: [UInt8]
  }

  /// Encrypts.
  ///
  /// - Parameter vector: The initialization vector; nil, except in tests, to generate a new one.
  func seal(
    _ plaintext: [UInt8], associated: [UInt8], vector: [UInt8]? = nil
  ) throws(JOSEError) -> Sealed {
    do {
      guard let hash = encryption.macHash else {
        let nonce = try vector.map { try AES.GCM.Nonce(data: $0) } ?? AES.GCM.Nonce()
        let box = try AES.GCM.seal(plaintext, using: key, nonce: nonce, authenticating: associated)
        return Sealed(
          vector: Array(box.nonce), ciphertext: Array(box.ciphertext), tag: Array(box.tag))
      }
      let vector = vector ?? Array(AES._CBC.IV())
      let iv = try AES._CBC.IV(ivBytes: vector)
      let ciphertext = Array(try AES._CBC.encrypt(plaintext, using: halves.encryption, iv: iv))
      let tag = tag(hash, associated, vector, ciphertext)
      return Sealed(vector: vector, ciphertext: ciphertext, tag: tag)
    } catch {
      throw JOSEError(.invalidKey, "the key cannot encrypt")
    }
  }

  /// Decrypts; `nil` if that fails, whatever the reason.
  func open(_ sealed: Sealed, associated: [UInt8]) -> [UInt8]? {
    // A shorter tag would be easier to guess.
    guard sealed.vector.count == encryption.vectorByteCount,
      sealed.tag.count == encryption.tagByteCount
    else { return nil }
    guard let hash = encryption.macHash else {
      let box = try? AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: sealed.vector), ciphertext: sealed.ciphertext, tag: sealed.tag)
      guard let box else { return nil }
      return try? Array(AES.GCM.open(box, using: key, authenticating: associated))
    }
    // RFC 7518 §5.2.2.2: "The integrity and authenticity of A and E are checked" first, and only then
    // "The value E is decrypted and the PKCS #7 padding is checked and removed."
    let right = tag(hash, associated, sealed.vector, sealed.ciphertext)
    guard ConstantTime.equal(right, sealed.tag) else { return nil }
    guard let iv = try? AES._CBC.IV(ivBytes: sealed.vector) else { return nil }
    return try? Array(AES._CBC.decrypt(sealed.ciphertext, using: halves.encryption, iv: iv))
  }

  // RFC 7518 §5.2.2.1: "MAC_KEY consists of the initial MAC_KEY_LEN octets of K, in order. ENC_KEY
  // consists of the final ENC_KEY_LEN octets of K, in order."
  private var halves: (mac: SymmetricKey, encryption: SymmetricKey) {
    key.withUnsafeBytes { bytes in
      let half = bytes.count / 2
      return (SymmetricKey(data: bytes.prefix(half)), SymmetricKey(data: bytes.suffix(half)))
    }
  }

  // "The octet string AL is equal to the number of bits in the Additional Authenticated Data A
  // expressed as a 64-bit unsigned big-endian integer. […] The HMAC output M is truncated".
  private func tag(
    _ hash: HashAlgorithm, _ associated: [UInt8], _ vector: [UInt8], _ ciphertext: [UInt8]
  ) -> [UInt8] {
    let bits = UInt64(associated.count) * 8
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    let input = associated + vector + ciphertext + length
    let key = halves.mac
    let code: [UInt8] =
      switch hash {
      case .sha256: Array(HMAC<SHA256>.authenticationCode(for: input, using: key))
      case .sha384: Array(HMAC<SHA384>.authenticationCode(for: input, using: key))
      case .sha512: Array(HMAC<SHA512>.authenticationCode(for: input, using: key))
      }
    return Array(code.prefix(encryption.tagByteCount))
  }
}
