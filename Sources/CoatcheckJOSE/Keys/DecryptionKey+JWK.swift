// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
import CoatcheckFoundation

extension DecryptionKey {
  /// Reads a private JWK of the type `RSA`, `EC` or `OKP`, or a secret of the type `oct`.
  ///
  /// The `alg` of a secret may be a content encryption: the secret is the content encryption key then.
  ///
  /// - Parameter object: The JWK with its private members.
  /// - Throws: ``JOSEError`` `invalidKey` if a member is missing or malformed, the private and the public
  ///   key do not match, or `use`, `key_ops` or `alg` does not allow decryption.
  public init(privateJWK object: JSONObject) throws(JOSEError) {
    let members = KeyMembers(object)
    try EncryptionUse.check(members, decrypts: true)
    let binding = try EncryptionBinding(members.optionalText("alg"))
    let keyID = try members.optionalText("kid")
    if try members.name("kty") == "oct" {
      let secret = try members.octets("k")
      let isOfUse = KeyManagementAlgorithm.allCases.contains { algorithm in
        ContentEncryption.allCases.contains {
          binding.allows(algorithm, $0) && algorithm.fits(secretOf: secret.count, $0)
        }
      }
      guard isOfUse else {
        throw JOSEError(.invalidKey, "the secret's length is not one of its algorithm")
      }
      try self.init(.secret(SymmetricKey(data: secret)), binding: binding, keyID: keyID)
      return
    }
    let parameters = try KeyParameters(members)
    let material: Material
    if case .rsa = parameters {
      material = .rsa(try RSAPrivateNumbers.key(parameters, members))
    } else if let key = try AgreementPrivateKey(parameters, members) {
      material = .agreement(key)
    } else {
      throw JOSEError(.invalidKey, "no key can be agreed upon with the key's curve")
    }
    // The public members have to match the private key.
    guard try material.parameters() == parameters else {
      throw JOSEError(.invalidKey, "the private and the public half of the key differ")
    }
    try self.init(material, binding: binding, keyID: keyID)
    guard material.isOfUse(within: binding) else {
      throw JOSEError(.invalidKey, "the key cannot be used with its algorithm")
    }
  }

  /// The JWK with its private members: **a secret**, to be stored encrypted and never shown.
  ///
  /// - Throws: ``JOSEError`` `invalidKey` if the numbers of an RSA key cannot be exported.
  public func privateJWK() throws(JOSEError) -> JSONObject {
    guard var json = publicJWK?.json else {
      guard case .secret(let key) = material else { return [:] }
      var json: JSONObject = ["kty": "oct", "use": "enc"]
      json["kid"] = keyID.map(JSONValue.string)
      json["alg"] = binding.name.map(JSONValue.string)
      json["k"] = .string(Base64URL.encode(key.withUnsafeBytes { Array($0) }))
      return json
    }
    switch material {
    case .rsa(let key):
      for (name, value) in try RSAPrivateNumbers.members(ofDER: Array(key.derRepresentation)) {
        json[name] = value
      }
    case .agreement(let key): json["d"] = .string(Base64URL.encode(key.d))
    case .secret: break
    }
    return json
  }
}

extension DecryptionKey.Material {
  /// The public key; `nil` for a symmetric key.
  func parameters() throws(JOSEError) -> KeyParameters? {
    switch self {
    case .rsa(let key): try RSAPrivateNumbers.parameters(of: key)
    case .agreement(let key): key.parameters
    case .secret: nil
    }
  }

  /// Whether the key can be used with at least one algorithm that its `alg` allows.
  fileprivate func isOfUse(within binding: EncryptionBinding) -> Bool {
    guard case .one(let algorithm) = binding else {
      if case .any = binding { return true }
      return false
    }
    return switch self {
    case .rsa: algorithm.family == .rsa
    case .agreement: algorithm.family == .agreement
    case .secret: true
    }
  }
}
