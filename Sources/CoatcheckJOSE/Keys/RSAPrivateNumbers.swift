// SPDX-License-Identifier: Apache-2.0

internal import CryptoExtras
import CoatcheckFoundation

/// Converts an RSA private key between the members of a JWK and the DER form of swift-crypto.
///
/// [RFC 8017 A.1.2](https://www.rfc-editor.org/rfc/rfc8017#appendix-A.1.2)
enum RSAPrivateNumbers {
  /// A key from the members of a JWK; `p` and `q` are computed from `d` if both are missing.
  static func key(
    _ parameters: KeyParameters, _ members: KeyMembers
  ) throws(JOSEError) -> _RSA.Signing.PrivateKey {
    guard case .rsa(let n, let e) = parameters else {
      throw JOSEError(.invalidKey, "the key is no RSA key")
    }
    try RSARange.check(modulus: n, exponent: e)
    let d = try members.integer("d")
    do {
      if members.json["p"] == nil, members.json["q"] == nil {
        return try _RSA.Signing.PrivateKey._createFromNumbers(n: n, e: e, d: d)
      }
      let (p, q) = (try members.integer("p"), try members.integer("q"))
      return try _RSA.Signing.PrivateKey(n: n, e: e, d: d, p: p, q: q)
    } catch let error as JOSEError {
      throw error
    } catch {
      throw JOSEError(.invalidKey, "the key's numbers make no private key")
    }
  }

  /// Modulus and exponent.
  static func parameters(of key: _RSA.Signing.PrivateKey) throws(JOSEError) -> KeyParameters {
    do {
      let numbers = try key.publicKey.getKeyPrimitives()
      return .rsa(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent))
    } catch {
      throw JOSEError(.invalidKey, "the key's numbers make no private key")
    }
  }

  /// The private members of the JWK.
  ///
  /// - Parameter der: `SEQUENCE { version, n, e, d, p, q, dp, dq, qi }`, all `INTEGER`.
  /// - Throws: ``JOSEError`` `invalidKey` if the bytes are something else.
  static func members(ofDER der: [UInt8]) throws(JOSEError) -> JSONObject {
    var outer = der[...]
    var numbers = next(&outer, tag: 0x30) ?? []
    var values: [ArraySlice<UInt8>] = []
    while let value = next(&numbers, tag: 0x02) { values.append(value) }
    guard values.count == 9 else {
      throw JOSEError(.invalidKey, "the key's numbers cannot be read")
    }
    var json = JSONObject()
    for (name, value) in zip(["d", "p", "q", "dp", "dq", "qi"], values.dropFirst(3)) {
      // A DER integer whose highest bit is set begins with a zero byte, the number in a JWK does not.
      json[name] = .string(Base64URL.encode(value.drop { $0 == 0 }))
    }
    return json
  }

  /// Removes the first DER element and returns its content.
  private static func next(_ bytes: inout ArraySlice<UInt8>, tag: UInt8) -> ArraySlice<UInt8>? {
    guard bytes.popFirst() == tag, let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first & 0x80 != 0 {
      length = 0
      for _ in 0..<min(first & 0x7F, 4) {
        guard let byte = bytes.popFirst() else { return nil }
        length = length << 8 | Int(byte)
      }
    }
    guard length <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(length) }
    return bytes.prefix(length)
  }
}
