// SPDX-License-Identifier: Apache-2.0

internal import Crypto
import CoatcheckFoundation

/// Encrypts and decrypts a content encryption key with another symmetric key.
///
/// [RFC 7518 §4.4](https://www.rfc-editor.org/rfc/rfc7518#section-4.4),
/// [RFC 7518 §4.7](https://www.rfc-editor.org/rfc/rfc7518#section-4.7)
enum KeyWrapping {
  /// Unwraps a key with AES Key Wrap; `nil` if it was not wrapped with this key.
  static func unwrap(_ wrapped: [UInt8], by key: SymmetricKey) -> SymmetricKey? {
    // RFC 3394 §2: a wrapped key has at least three blocks of eight bytes.
    guard wrapped.count >= 24, wrapped.count % 8 == 0 else { return nil }
    return try? AES.KeyWrap.unwrap(wrapped, using: key)
  }

  /// Decrypts a key with AES-GCM; `nil` if it was not encrypted with this key.
  ///
  /// - Throws: ``JOSEError`` `invalidHeader` if the header lacks a member that the algorithm requires.
  static func open(
    _ encrypted: [UInt8], by key: SymmetricKey, _ header: HeaderMembers
  ) throws(JOSEError) -> SymmetricKey? {
    // RFC 7518 §4.7.1.1 and §4.7.1.2: `iv` is "the base64url-encoded representation of the 96-bit IV value
    // used", `tag` is "the 128-bit Authentication Tag value"; both "MUST be present".
    guard let vector = try header.bytes("iv"), vector.count == 12,
      let tag = try header.bytes("tag"), tag.count == 16
    else { throw JOSEError(.invalidHeader, "the header has no iv of 96 and tag of 128 bits") }
    let box = try? AES.GCM.SealedBox(
      nonce: AES.GCM.Nonce(data: vector), ciphertext: encrypted, tag: tag)
    return box.flatMap { try? AES.GCM.open($0, using: key) }.map { SymmetricKey(data: $0) }
  }

  static func wrap(_ content: SymmetricKey, by key: SymmetricKey) throws(JOSEError) -> [UInt8] {
    do {
      return Array(try AES.KeyWrap.wrap(content, using: key))
    } catch {
      throw JOSEError(.invalidKey, "the key cannot wrap")
    }
  }

  /// Encrypts a key with AES-GCM. Returns the encrypted key, and `iv` and `tag` for the header.
  static func seal(
    _ content: SymmetricKey, by key: SymmetricKey
  ) throws(JOSEError) -> (encrypted: [UInt8], header: JSONObject) {
    do {
      let box = try AES.GCM.seal(content.withUnsafeBytes { Array($0) }, using: key)
      let header: JSONObject = [
        "iv": .string(Base64URL.encode(Array(box.nonce))),
        "tag": .string(Base64URL.encode(Array(box.tag))),
      ]
      return (Array(box.ciphertext), header)
    } catch {
      throw JOSEError(.invalidKey, "the key cannot encrypt")
    }
  }
}
