// SPDX-License-Identifier: Apache-2.0

/// A compact JWE in its parts, decoded strictly; nothing has been decrypted.
///
/// [RFC 7516 §3.1](https://www.rfc-editor.org/rfc/rfc7516#section-3.1)
struct CompactJWE: Sendable {
  let header: JWEHeader
  let encryptedKey: [UInt8]
  let sealed: ContentCipher.Sealed
  /// The encoded header: the additional authenticated data of the encryption.
  let associated: [UInt8]

  // RFC 7516 §7.1: BASE64URL(UTF8(JWE Protected Header)) || '.' || BASE64URL(JWE Encrypted Key) || '.' ||
  // BASE64URL(JWE Initialization Vector) || '.' || BASE64URL(JWE Ciphertext) || '.' ||
  // BASE64URL(JWE Authentication Tag).
  init(_ text: String) throws(JOSEError) {
    let parts = try CompactParts(text, count: 5)
    header = try JWEHeader(parts.header)
    encryptedKey = try parts.bytes(1)
    sealed = ContentCipher.Sealed(
      vector: try parts.bytes(2), ciphertext: try parts.bytes(3), tag: try parts.bytes(4))
    // RFC 7516 §5.2: "Let the Additional Authenticated Data encryption parameter be ASCII(Encoded
    // Protected Header)."
    associated = Array(parts.parts[0].utf8)
    guard encryptedKey.isEmpty != header.algorithm.hasEncryptedKey else {
      throw JOSEError(
        .malformedToken,
        encryptedKey.isEmpty ? "the encrypted key is missing" : "there must be no encrypted key")
    }
  }
}
