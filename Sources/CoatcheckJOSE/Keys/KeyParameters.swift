// SPDX-License-Identifier: Apache-2.0

internal import Crypto

/// The decoded parameters of a public key, without `kid`, `use` and other metadata.
enum KeyParameters: Sendable, Hashable {
  case ec(curve: String, x: [UInt8], y: [UInt8])
  case rsa(modulus: [UInt8], exponent: [UInt8])
  case octets(curve: String, x: [UInt8])

  init(_ members: KeyMembers) throws(JOSEError) {
    switch try members.name("kty") {
    case "EC":
      let curve = try members.name("crv")
      guard let size = ["P-256": 32, "P-384": 48, "P-521": 66][curve] else {
        throw JOSEError(.invalidKey, "the key's curve is not supported")
      }
      self = .ec(
        curve: curve, x: try members.bytes("x", count: size), y: try members.bytes("y", count: size)
      )
    case "RSA":
      self = .rsa(modulus: try members.integer("n"), exponent: try members.integer("e"))
    case "OKP":
      let curve = try members.name("crv")
      guard let size = ["Ed25519": 32, "X25519": 32, "Ed448": 57, "X448": 56][curve] else {
        throw JOSEError(.invalidKey, "the key's curve is not supported")
      }
      self = .octets(curve: curve, x: try members.bytes("x", count: size))
    default:
      throw JOSEError(.invalidKey, "the key's type is not supported")
    }
  }

  /// A key from the bytes of x followed by those of y.
  static func point(_ curve: String, _ bytes: [UInt8]) -> KeyParameters {
    let size = bytes.count / 2
    return .ec(curve: curve, x: Array(bytes.prefix(size)), y: Array(bytes.suffix(size)))
  }

  /// The members, in lexicographic order.
  var json: JSONObject {
    switch self {
    case .ec(let curve, let x, let y):
      [
        "crv": .string(curve), "kty": "EC", "x": .string(Base64URL.encode(x)),
        "y": .string(Base64URL.encode(y)),
      ]
    case .rsa(let modulus, let exponent):
      [
        "e": .string(Base64URL.encode(exponent)), "kty": "RSA",
        "n": .string(Base64URL.encode(modulus)),
      ]
    case .octets(let curve, let x):
      ["crv": .string(curve), "kty": "OKP", "x": .string(Base64URL.encode(x))]
    }
  }

  // RFC 7638 §3: "Construct a JSON object containing only the required members of a JWK representing
  // the key and with no whitespace or line breaks before or after any syntactic elements and with the
  // required members ordered lexicographically by the Unicode code points of the member names."
  var thumbprint: String {
    Base64URL.encode(Array(SHA256.hash(data: json.serialized())))
  }
}
