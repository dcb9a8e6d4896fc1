// SPDX-License-Identifier: Apache-2.0

/// Recognizes public keys that are passed as a secret.
///
/// If the public key of an issuer is used as an HMAC secret, any client can make tokens that are accepted.
/// The types ``JWK`` and ``MACKey`` prevent that, except when a key is passed as plain bytes.
enum PublicKeyShape {
  /// Whether bytes are a PEM or OpenSSH text, a JSON key, or the DER of a key or certificate.
  static func isRecognized(in bytes: [UInt8]) -> Bool {
    let text = bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    for prefix in ["-----BEGIN ", "ssh-", "ecdsa-sha2-", "---- BEGIN SSH2"]
    where text.starts(with: prefix.utf8) {
      return true
    }
    if text.first == UInt8(ascii: "{"), let json = try? JSONObject(parsing: text) {
      return json["kty"] != nil || json["keys"] != nil
    }
    return isDER(bytes)
  }

  // X.690 §8.9: a key, its SubjectPublicKeyInfo and a certificate are each a SEQUENCE, whose encoded length
  // is that of the bytes.
  private static func isDER(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 4, bytes[0] == 0x30 else { return false }
    switch bytes[1] {
    case 0x81: return Int(bytes[2]) == bytes.count - 3
    case 0x82: return Int(bytes[2]) << 8 | Int(bytes[3]) == bytes.count - 4
    case 0..<0x80: return Int(bytes[1]) == bytes.count - 2
    default: return false
    }
  }
}
