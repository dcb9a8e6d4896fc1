// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

extension SigningKey {
  /// Reads a private JWK.
  ///
  /// Without `alg`, the algorithm follows from the key: an RSA key signs with RS256, the default of OpenID
  /// Connect.
  ///
  /// - Parameter object: The JWK with its private members.
  /// - Throws: ``JOSEError`` `invalidKey` if a member is missing or malformed, the private and the public
  ///   key do not match, or the key is not for signatures.
  public init(privateJWK object: JSONObject) throws(JOSEError) {
    let members = KeyMembers(object)
    let jwk = try JWK(parsing: object)
    guard jwk.use == nil || jwk.use == "sig", jwk.keyOperations?.contains("sign") != false else {
      throw JOSEError(.invalidKey, "the key is not for signing")
    }
    let material = try Material(jwk.parameters, members)
    // The public members have to match the private key.
    guard try material.parameters() == jwk.parameters else {
      throw JOSEError(.invalidKey, "the private and the public half of the key differ")
    }
    let algorithm: SignatureAlgorithm
    if let name = jwk.algorithm {
      guard let known = SignatureAlgorithm(rawValue: name),
        try KeyMaterial(jwk.parameters).supports(known)
      else { throw JOSEError(.invalidKey, "the key cannot be used with its algorithm") }
      algorithm = known
    } else {
      algorithm = material.usualAlgorithm
    }
    try self.init(material, algorithm: algorithm, keyID: jwk.keyID)
  }

  /// The JWK with its private members: **a secret**, to be stored encrypted and never shown.
  public func privateJWK() -> JSONObject {
    var json = publicJWK.json
    for (name, value) in privateMembers { json[name] = value }
    return json
  }
}

extension SigningKey.Material {
  init(_ parameters: KeyParameters, _ members: KeyMembers) throws(JOSEError) {
    do {
      switch parameters {
      case .ec("P-256", _, _):
        let d = try members.bytes("d", count: 32)
        self = .p256(try P256.Signing.PrivateKey(rawRepresentation: d))
      case .ec("P-384", _, _):
        let d = try members.bytes("d", count: 48)
        self = .p384(try P384.Signing.PrivateKey(rawRepresentation: d))
      case .ec("P-521", _, _):
        let d = try members.bytes("d", count: 66)
        self = .p521(try P521.Signing.PrivateKey(rawRepresentation: d))
      case .octets("Ed25519", _):
        let d = try members.bytes("d", count: 32)
        self = .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: d))
      case .rsa:
        self = .rsa(try RSAPrivateNumbers.key(parameters, members))
      default:
        throw JOSEError(.invalidKey, "no supported signature algorithm uses the key's curve")
      }
    } catch let error as JOSEError {
      throw error
    } catch {
      throw JOSEError(.invalidKey, "the key's numbers make no private key")
    }
  }

  var usualAlgorithm: SignatureAlgorithm {
    switch self {
    case .p256: .es256
    case .p384: .es384
    case .p521: .es512
    case .rsa: .rs256
    case .ed25519: .edDSA
    }
  }

  func parameters() throws(JOSEError) -> KeyParameters {
    switch self {
    case .p256(let key): return .point("P-256", Array(key.publicKey.rawRepresentation))
    case .p384(let key): return .point("P-384", Array(key.publicKey.rawRepresentation))
    case .p521(let key): return .point("P-521", Array(key.publicKey.rawRepresentation))
    case .ed25519(let key):
      return .octets(curve: "Ed25519", x: Array(key.publicKey.rawRepresentation))
    case .rsa(let key): return try RSAPrivateNumbers.parameters(of: key)
    }
  }

  /// `d`, and for RSA the numbers of the Chinese remainder theorem.
  func privateMembers() throws(JOSEError) -> JSONObject {
    switch self {
    case .p256(let key): ["d": .string(Base64URL.encode(key.rawRepresentation))]
    case .p384(let key): ["d": .string(Base64URL.encode(key.rawRepresentation))]
    case .p521(let key): ["d": .string(Base64URL.encode(key.rawRepresentation))]
    case .ed25519(let key): ["d": .string(Base64URL.encode(key.rawRepresentation))]
    case .rsa(let key): try RSAPrivateNumbers.members(ofDER: Array(key.derRepresentation))
    }
  }
}
