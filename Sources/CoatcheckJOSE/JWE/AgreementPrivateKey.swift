// SPDX-License-Identifier: Apache-2.0

internal import Crypto
import CoatcheckFoundation

/// A private key for ECDH key agreement.
enum AgreementPrivateKey: Sendable {
  case p256(P256.KeyAgreement.PrivateKey)
  case p384(P384.KeyAgreement.PrivateKey)
  case p521(P521.KeyAgreement.PrivateKey)
  case x25519(Curve25519.KeyAgreement.PrivateKey)

  /// Generates a new key.
  init(_ curve: AgreementCurve) {
    switch curve {
    case .p256: self = .p256(P256.KeyAgreement.PrivateKey())
    case .p384: self = .p384(P384.KeyAgreement.PrivateKey())
    case .p521: self = .p521(P521.KeyAgreement.PrivateKey())
    case .x25519: self = .x25519(Curve25519.KeyAgreement.PrivateKey())
    }
  }

  /// Creates the key from `d`; `nil` if the public key is not on a curve for key agreement.
  init?(_ parameters: KeyParameters, _ members: KeyMembers) throws(JOSEError) {
    guard let curve = parameters.agreementCurve else { return nil }
    do {
      switch curve {
      case .p256:
        let d = try members.bytes("d", count: 32)
        self = .p256(try P256.KeyAgreement.PrivateKey(rawRepresentation: d))
      case .p384:
        let d = try members.bytes("d", count: 48)
        self = .p384(try P384.KeyAgreement.PrivateKey(rawRepresentation: d))
      case .p521:
        let d = try members.bytes("d", count: 66)
        self = .p521(try P521.KeyAgreement.PrivateKey(rawRepresentation: d))
      case .x25519:
        let d = try members.bytes("d", count: 32)
        self = .x25519(try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: d))
      }
    } catch let error as JOSEError {
      throw error
    } catch {
      throw JOSEError(.invalidKey, "the key's numbers make no private key")
    }
  }

  /// The public key.
  var parameters: KeyParameters {
    switch self {
    case .p256(let key): .point("P-256", Array(key.publicKey.rawRepresentation))
    case .p384(let key): .point("P-384", Array(key.publicKey.rawRepresentation))
    case .p521(let key): .point("P-521", Array(key.publicKey.rawRepresentation))
    case .x25519(let key): .octets(curve: "X25519", x: Array(key.publicKey.rawRepresentation))
    }
  }

  /// The private key as bytes: the JWK member `d`.
  var d: [UInt8] {
    switch self {
    case .p256(let key): Array(key.rawRepresentation)
    case .p384(let key): Array(key.rawRepresentation)
    case .p521(let key): Array(key.rawRepresentation)
    case .x25519(let key): Array(key.rawRepresentation)
    }
  }

  /// The shared secret of the key agreement with a public key.
  ///
  /// - Throws: ``JOSEError`` `invalidKey` if the public key is for another curve, is not a point of the
  ///   curve, or has small order.
  func secret(with other: KeyParameters) throws(JOSEError) -> [UInt8] {
    let shared: SharedSecret
    do {
      switch (self, other) {
      // RFC 8725 §3.4: "The JWS/JWE library itself must validate these inputs before using them, or it
      // must use underlying cryptographic libraries that do so": the import refuses points which are
      // not on the curve.
      case (.p256(let key), .ec("P-256", let x, let y)):
        shared = try key.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: x + y))
      case (.p384(let key), .ec("P-384", let x, let y)):
        shared = try key.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: x + y))
      case (.p521(let key), .ec("P-521", let x, let y)):
        shared = try key.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: x + y))
      case (.x25519(let key), .octets("X25519", let x)):
        shared = try key.sharedSecretFromKeyAgreement(with: .init(rawRepresentation: x))
      default:
        throw JOSEError(.invalidKey, "the public key is of another curve")
      }
    } catch let error as JOSEError {
      throw error
    } catch {
      throw JOSEError(.invalidKey, "the public key is not on its curve")
    }
    let secret = shared.withUnsafeBytes { Array($0) }
    // RFC 7748 §6.1: "Both MAY check, without leaking extra information about the value of K, whether K
    // is the all-zero value and abort if so". Points of small order make it so for every private key.
    let zero = [UInt8](repeating: 0, count: secret.count)
    guard !ConstantTime.equal(secret, zero) else {
      throw JOSEError(.invalidKey, "the public key is of small order")
    }
    return secret
  }
}

extension KeyParameters {
  /// The curve for key agreement; nil if the key is not for one.
  var agreementCurve: AgreementCurve? {
    switch self {
    case .ec(let curve, _, _): AgreementCurve(rawValue: curve)
    case .octets("X25519", _): .x25519
    case .octets, .rsa: nil
    }
  }
}
