// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

extension DecryptionKey {
  /// The content encryption key of a token, or a random key if the encrypted key cannot be decrypted.
  ///
  /// - Throws: ``JOSEError`` `invalidHeader` or `invalidKey` for faults that are visible without the
  ///   private key.
  func contentKey(of jwe: CompactJWE) throws(JOSEError) -> SymmetricKey {
    let size = SymmetricKeySize(bitCount: jwe.header.encryption.keyByteCount * 8)
    // RFC 7516 §11.5: "the recipient MUST NOT distinguish between format, padding, and length errors of
    // encrypted keys. It is strongly recommended, in the event of receiving an improperly formatted key,
    // that the recipient substitute a randomly generated CEK and proceed to the next step, to mitigate
    // timing attacks."
    let random = SymmetricKey(size: size)
    guard let key = try unwrapped(jwe), key.bitCount == size.bitCount else { return random }
    return key
  }

  private func unwrapped(_ jwe: CompactJWE) throws(JOSEError) -> SymmetricKey? {
    let (algorithm, header) = (jwe.header.algorithm, HeaderMembers(jwe.header.json))
    switch (material, algorithm.family) {
    case (.rsa(let key), .rsa):
      return Self.decrypted(jwe.encryptedKey, by: key, algorithm)
    case (.agreement(let key), .agreement):
      let secret = try key.secret(with: EphemeralKey.read(header))
      let derivation = try ConcatKDF(algorithm, jwe.header.encryption, parties: header)
      let agreed = derivation.key(from: secret)
      return algorithm == .ecdhES ? agreed : KeyWrapping.unwrap(jwe.encryptedKey, by: agreed)
    case (.secret(let key), .direct): return key
    case (.secret(let key), .wrap): return KeyWrapping.unwrap(jwe.encryptedKey, by: key)
    case (.secret(let key), .encrypt):
      return try KeyWrapping.open(jwe.encryptedKey, by: key, header)
    default: return nil
    }
  }

  private static func decrypted(
    _ encrypted: [UInt8], by key: _RSA.Signing.PrivateKey, _ algorithm: KeyManagementAlgorithm
  ) -> SymmetricKey? {
    // The key is stored as a signing key, since that type is `Sendable`.
    let key = try? _RSA.Encryption.PrivateKey(derRepresentation: key.derRepresentation)
    return key.flatMap { try? $0.decrypt(encrypted, padding: algorithm.oaepPadding) }
      .map { SymmetricKey(data: $0) }
  }
}

extension KeyManagementAlgorithm {
  /// The padding of an RSA algorithm.
  var oaepPadding: _RSA.Encryption.Padding {
    self == .rsaOAEP ? .PKCS1_OAEP : .PKCS1_OAEP_SHA256
  }
}
