// SPDX-License-Identifier: Apache-2.0

internal import Crypto
import CoatcheckFoundation

/// The Concat KDF, which derives a key from the shared secret of a key agreement.
///
/// [RFC 7518 §4.6.2](https://www.rfc-editor.org/rfc/rfc7518#section-4.6.2)
struct ConcatKDF {
  /// The AlgorithmID: `enc` if the derived key encrypts the content, `alg` if it wraps the content
  /// encryption key.
  let algorithm: String
  /// `apu`, decoded.
  var producer: [UInt8] = []
  /// `apv`, decoded.
  var recipient: [UInt8] = []
  /// The length of the derived key, in bytes.
  let byteCount: Int

  // NIST SP 800-56A §5.8.1: the hashes of counter, secret and OtherInfo, until there are enough bytes.
  /// The derived key.
  func key(from secret: [UInt8]) -> SymmetricKey {
    // "AlgorithmID: [length and octets of the name] PartyUInfo […] PartyVInfo […] SuppPubInfo: this is
    // set to the keydatalen represented as a 32-bit big-endian integer."
    let other =
      Self.counted(Array(algorithm.utf8)) + Self.counted(producer) + Self.counted(recipient)
      + Self.number(byteCount * 8)
    var bytes: [UInt8] = []
    var round = 1
    while bytes.count < byteCount {
      bytes += SHA256.hash(data: Self.number(round) + secret + other)
      round += 1
    }
    return SymmetricKey(data: bytes.prefix(byteCount))
  }

  private static func counted(_ bytes: [UInt8]) -> [UInt8] {
    number(bytes.count) + bytes
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}

extension ConcatKDF {
  /// Creates the derivation for the `alg`, `enc`, `apu` and `apv` of a token.
  init(
    _ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption,
    parties header: HeaderMembers
  ) throws(JOSEError) {
    self.algorithm =
      algorithm.wrappingKeyByteCount == nil ? encryption.rawValue : algorithm.rawValue
    producer = try header.bytes("apu") ?? []
    recipient = try header.bytes("apv") ?? []
    byteCount = algorithm.wrappingKeyByteCount ?? encryption.keyByteCount
  }
}
