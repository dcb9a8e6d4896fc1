// SPDX-License-Identifier: Apache-2.0
public import Crypto
public import CryptoExtras
public import Foundation

/// A key that signs any bytes, also malformed tokens.
public struct Signer: Sendable {
  /// One of the three algorithms that are compared.
  public enum Material: Sendable {
    /// RS256.
    case rsa(_RSA.Signing.PrivateKey)
    /// ES256.
    case p256(P256.Signing.PrivateKey)
    /// EdDSA.
    case ed25519(Curve25519.Signing.PrivateKey)
  }

  /// The private key.
  public let material: Material
  /// `kid`
  public let keyID: String

  /// `alg`
  public var algorithm: String {
    switch material {
    case .rsa: "RS256"
    case .p256: "ES256"
    case .ed25519: "EdDSA"
    }
  }

  /// Generates a key of the named algorithm.
  public init(_ algorithm: String, keyID: String) throws {
    self.keyID = keyID
    switch algorithm {
    case "RS256": material = .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
    case "ES256": material = .p256(P256.Signing.PrivateKey())
    default: material = .ed25519(Curve25519.Signing.PrivateKey())
    }
  }

  /// The signature of some bytes.
  public func signature(of bytes: Data) throws -> Data {
    switch material {
    case .rsa(let key):
      try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation
    case .p256(let key): try key.signature(for: bytes).rawRepresentation
    case .ed25519(let key): try key.signature(for: bytes)
    }
  }

  /// The public half as a JWK.
  public func publicJWK() throws -> String {
    let members: String
    switch material {
    case .rsa(let key):
      let numbers = try key.publicKey.getKeyPrimitives()
      members =
        #""kty":"RSA","n":"\#(base64URL(numbers.modulus))","e":"\#(base64URL(numbers.publicExponent))""#
    case .p256(let key):
      let point = key.publicKey.rawRepresentation
      members =
        #""kty":"EC","crv":"P-256","x":"\#(base64URL(point.prefix(32)))","y":"\#(base64URL(point.suffix(32)))""#
    case .ed25519(let key):
      members = #""kty":"OKP","crv":"Ed25519","x":"\#(base64URL(key.publicKey.rawRepresentation))""#
    }
    return #"{\#(members),"kid":"\#(keyID)","alg":"\#(algorithm)","use":"sig"}"#
  }

  /// Signs a header and claims as they are, also malformed JSON.
  public func token(header: Data, claims: Data) throws -> String {
    let signed = base64URL(header) + "." + base64URL(claims)
    return signed + "." + base64URL(try signature(of: Data(signed.utf8)))
  }
}

/// Bytes as base64url, encoded by Foundation, which is not measured.
public func base64URL(_ bytes: Data) -> String {
  bytes.base64EncodedString().replacingOccurrences(of: "+", with: "-")
    .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
}
