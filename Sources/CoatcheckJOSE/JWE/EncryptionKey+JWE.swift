// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

extension EncryptionKey {
  /// Encrypts a content and returns the compact JWE.
  ///
  /// - Parameters:
  ///   - content: The plaintext, at most 12 KiB.
  ///   - algorithm: How the content encryption key is determined or encrypted: `alg`.
  ///   - encryption: How the content is encrypted: `enc`.
  ///   - contentType: `cty`, without `application/`; none by default.
  ///   - type: `typ`, without `application/`; none by default.
  ///   - header: Further header parameters. They are authenticated, but not encrypted.
  /// - Throws: ``JOSEError`` `algorithmKeyMismatch` if the key is not for the algorithms, `invalidKey` if
  ///   it cannot encrypt, `reservedHeader` if `header` contains a parameter that only the key may set,
  ///   `tooLarge` if the token would have more than 16 KiB or its header more than 4 KiB.
  public func encrypt(
    _ content: [UInt8], algorithm: KeyManagementAlgorithm, encryption: ContentEncryption,
    contentType: String? = nil, type: String? = nil, header: JSONObject = [:]
  ) throws(JOSEError) -> String {
    guard fits(algorithm, encryption) else {
      throw JOSEError(.algorithmKeyMismatch, "the key is not for the algorithm")
    }
    // Checked before anything is computed. Three bytes are encoded as four characters.
    guard content.count <= CompactJWS.maximumLength / 4 * 3 else { throw Self.tooLarge }
    let wrapped = try wrap(algorithm, encryption)
    var own: JSONObject = [
      "alg": .string(algorithm.rawValue), "enc": .string(encryption.rawValue),
    ]
    own["kid"] = keyID.map(JSONValue.string)
    own["typ"] = type.map(JSONValue.string)
    own["cty"] = contentType.map(JSONValue.string)
    for (name, value) in wrapped.header { own[name] = value }
    let head = Base64URL.encode(try ReservedHeader.complete(own, with: header))
    let cipher = ContentCipher(encryption: encryption, key: wrapped.content)
    let sealed = try cipher.seal(content, associated: Array(head.utf8))
    let token = [
      head, Base64URL.encode(wrapped.encrypted), Base64URL.encode(sealed.vector),
      Base64URL.encode(sealed.ciphertext), Base64URL.encode(sealed.tag),
    ].joined(separator: ".")
    guard token.utf8.count <= CompactJWS.maximumLength else { throw Self.tooLarge }
    return token
  }

  private static var tooLarge: JOSEError {
    JOSEError(.tooLarge, "the token would be longer than 16 KiB")
  }

  /// A content encryption key, the encrypted key, and the header parameters that its decryption needs.
  private struct Wrapped {
    let content: SymmetricKey
    var encrypted: [UInt8] = []
    var header: JSONObject = [:]
  }

  private func wrap(
    _ algorithm: KeyManagementAlgorithm, _ encryption: ContentEncryption
  ) throws(JOSEError) -> Wrapped {
    let fresh = SymmetricKey(size: SymmetricKeySize(bitCount: encryption.keyByteCount * 8))
    switch material {
    case .rsa(let modulus, let exponent):
      return Wrapped(
        content: fresh, encrypted: try Self.encrypt(fresh, modulus, exponent, algorithm))
    case .agreement(let curve, let recipient):
      // RFC 7518 §4.6: "A new ephemeral public key value MUST be generated for each key agreement
      // operation."
      let own = AgreementPrivateKey(curve)
      let derivation = try ConcatKDF(algorithm, encryption, parties: HeaderMembers([:]))
      let agreed = derivation.key(from: try own.secret(with: recipient))
      let header: JSONObject = ["epk": .object(own.parameters.json)]
      if algorithm == .ecdhES { return Wrapped(content: agreed, header: header) }
      return Wrapped(
        content: fresh, encrypted: try KeyWrapping.wrap(fresh, by: agreed), header: header)
    case .secret(let key):
      switch algorithm.family {
      case .direct: return Wrapped(content: key)
      case .encrypt:
        let (encrypted, header) = try KeyWrapping.seal(fresh, by: key)
        return Wrapped(content: fresh, encrypted: encrypted, header: header)
      default: return Wrapped(content: fresh, encrypted: try KeyWrapping.wrap(fresh, by: key))
      }
    }
  }

  private static func encrypt(
    _ key: SymmetricKey, _ modulus: [UInt8], _ exponent: [UInt8],
    _ algorithm: KeyManagementAlgorithm
  ) throws(JOSEError) -> [UInt8] {
    do {
      let recipient = try _RSA.Encryption.PublicKey(n: modulus, e: exponent)
      let bytes = key.withUnsafeBytes { Array($0) }
      return Array(try recipient.encrypt(bytes, padding: algorithm.oaepPadding))
    } catch {
      throw JOSEError(.invalidKey, "the key cannot encrypt")
    }
  }
}
