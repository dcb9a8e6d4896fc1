// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Crypto
import Foundation

/// Makes tokens, also those that `SigningKey` does not.
struct HostileSigner: Sendable {
  let keys: HostileKeys
  let client: HostileClient

  /// A compact token of the claims.
  ///
  /// - Parameters:
  ///   - claims: The claims.
  ///   - type: The header parameter `typ`.
  ///   - signature: How it is signed.
  func token(
    _ claims: JSONObject, type: String? = nil, _ signature: Behaviour.Signature
  ) throws -> String {
    let registered = client.idTokenAlgorithm
    switch signature {
    case .usual: return try keys.key(for: registered).sign(claims, type: type)
    case .none: return text("none", nil, type, claims) + "."
    case .corrupt:
      return Self.corrupted(try keys.key(for: registered).sign(claims, type: type))
    case .withoutKeyID:
      let key = try keys.key(for: registered)
      let signed = text(key.algorithm.rawValue, nil, type, claims)
      return signed + "." + Base64URL.encode(try key.signature(for: Array(signed.utf8)))
    case .otherAlgorithm:
      return try keys.key(for: keys.otherAlgorithm(than: registered)).sign(claims, type: type)
    case .unknownKey:
      let unknown = try SigningKey.generate(registered)
      let signed = text(registered.rawValue, try keys.key(for: registered).keyID, type, claims)
      return signed + "." + Base64URL.encode(try unknown.signature(for: Array(signed.utf8)))
    case .mac: return maced(claims, type)
    case .corruptMAC: return Self.corrupted(maced(claims, type))
    }
  }

  private func text(
    _ algorithm: String, _ keyID: String?, _ type: String?, _ claims: JSONObject
  ) -> String {
    var header: JSONObject = ["alg": .string(algorithm)]
    header["typ"] = type.map(JSONValue.string)
    header["kid"] = keyID.map(JSONValue.string)
    return Base64URL.encode(header.serialized()) + "." + Base64URL.encode(claims.serialized())
  }

  private func maced(_ claims: JSONObject, _ type: String?) -> String {
    let signed = text("HS256", nil, type, claims)
    let secret = SymmetricKey(data: Data((client.secret?.reveal() ?? "").utf8))
    let code = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: secret)
    return signed + "." + Base64URL.encode(Array(code))
  }

  /// The token with one bit of its signature inverted.
  private static func corrupted(_ token: String) -> String {
    guard let dot = token.lastIndex(of: "."),
      var signature = try? Base64URL.decode(token[token.index(after: dot)...])
    else { return token }
    signature[signature.count / 2] ^= 1
    return token[...dot] + Base64URL.encode(signature)
  }
}
