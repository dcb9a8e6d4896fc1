// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import CryptoExtras
import Foundation

/// Encrypts tokens, also with the withdrawn RSAES-PKCS1-v1_5.
struct HostileEnvelope: Sendable {
  private let encryption: HostileClient.Encryption

  init(_ encryption: HostileClient.Encryption) {
    self.encryption = encryption
  }

  func around(_ token: String, _ envelope: Behaviour.Envelope) throws -> String {
    switch envelope {
    case .none: return token
    case .usual:
      return try EncryptionKey(encryption.key).encrypt(
        Array(token.utf8), algorithm: encryption.algorithm, encryption: encryption.content,
        contentType: "JWT")
    case .rsa15: return try rsa15(token)
    }
  }

  /// RFC 7518 §4.2, which `EncryptionKey` does not support.
  private func rsa15(_ token: String) throws -> String {
    let members = encryption.key.json
    guard let modulus = members["n"]?.stringValue, let exponent = members["e"]?.stringValue else {
      throw OAuthError.misused("idTokenEncryption", "RSA1_5 needs a client with an RSA key.")
    }
    var header: JSONObject = ["alg": "RSA1_5", "enc": "A256GCM", "cty": "JWT"]
    header["kid"] = encryption.key.keyID.map(JSONValue.string)
    let protected = Base64URL.encode(header.serialized())
    let content = SymmetricKey(size: .bits256)
    let wrapped = try _RSA.Encryption.PublicKey(
      n: Data(Base64URL.decode(modulus)), e: Data(Base64URL.decode(exponent))
    ).encrypt(content.withUnsafeBytes { Data($0) }, padding: ._WEAK_AND_INSECURE_PKCS_V1_5)
    let sealed = try AES.GCM.seal(
      Data(token.utf8), using: content, authenticating: Data(protected.utf8))
    return
      ([protected]
      + [wrapped, Data(sealed.nonce), sealed.ciphertext, sealed.tag].map {
        Base64URL.encode(Array($0))
      }).joined(separator: ".")
  }
}
