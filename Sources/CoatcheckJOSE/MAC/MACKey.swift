// SPDX-License-Identifier: Apache-2.0

internal import Crypto
import CoatcheckFoundation

/// A shared secret, for example a client secret, and the only algorithm with which it is used.
///
/// It is for `client_secret_jwt`, and for ID tokens of older authorization servers that are authenticated
/// with the client secret. It has nothing in common with ``VerificationKey``: a published key cannot become
/// a secret, so the `alg` of a token cannot turn one into the other.
///
/// Its description and its mirror do not contain the secret.
///
/// [RFC 7518 §3.2](https://www.rfc-editor.org/rfc/rfc7518#section-3.2)
public struct MACKey: Sendable {
  /// The algorithm of every token that this key makes or verifies.
  public let algorithm: MACAlgorithm
  /// `kid`, which is written into tokens; a token with another one is rejected. `nil` without one.
  public let keyID: String?

  private let secret: SymmetricKey

  /// Creates a key from a shared secret.
  ///
  /// - Parameters:
  ///   - secret: The bytes, at least ``MACAlgorithm/minimumSecretLength``; of a client secret its UTF-8
  ///     representation.
  ///   - algorithm: The algorithm that was agreed with the other party.
  ///   - keyID: The `kid` of the secret; `nil` without one.
  /// - Throws: ``JOSEError`` `invalidKey` if the secret is shorter than the hash of the algorithm, or is
  ///   not a secret but a public key or a certificate in one of its usual encodings.
  public init(
    secret: some Collection<UInt8>, algorithm: MACAlgorithm, keyID: String? = nil
  ) throws(JOSEError) {
    // RFC 7518 §3.2: "A key of the same size as the hash output (for instance, 256 bits for "HS256")
    // or larger MUST be used with this algorithm." OpenID Connect Core §16.19 requires the same of client
    // secrets.
    guard secret.count >= algorithm.minimumSecretLength else {
      throw JOSEError(
        .invalidKey,
        "a secret for \(algorithm.rawValue) has at least \(algorithm.minimumSecretLength) bytes")
    }
    let bytes = Array(secret)
    guard !PublicKeyShape.isRecognized(in: bytes) else {
      throw JOSEError(.invalidKey, "a public key is not a secret")
    }
    self.algorithm = algorithm
    self.keyID = keyID
    self.secret = SymmetricKey(data: bytes)
  }

  /// Reads a JWK of the type `oct`.
  ///
  /// - Parameter object: The JWK with the members `alg` and `k`.
  /// - Throws: ``JOSEError`` `invalidKey` if a member is missing or malformed, `alg` is not HS256, HS384 or
  ///   HS512, or the key is too short or not for this purpose.
  public init(jwk object: JSONObject) throws(JOSEError) {
    let members = KeyMembers(object)
    guard try members.name("kty") == "oct" else {
      throw JOSEError(.invalidKey, "the key's type is not oct")
    }
    guard let algorithm = MACAlgorithm(rawValue: try members.name("alg")) else {
      throw JOSEError(.invalidKey, "the key's algorithm is not HS256, HS384 or HS512")
    }
    let use = try members.optionalText("use")
    let operations = try members.optionalTexts("key_ops")
    let isForSigning = operations.map { !Set($0).isDisjoint(with: ["sign", "verify"]) } ?? true
    guard use == nil || use == "sig", isForSigning else {
      throw JOSEError(.invalidKey, "the key is not for message authentication codes")
    }
    try self.init(
      secret: members.octets("k"), algorithm: algorithm, keyID: members.optionalText("kid"))
  }

  /// The message authentication code of bytes.
  func code(for bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    return switch algorithm {
    case .hs256: Array(HMAC<SHA256>.authenticationCode(for: bytes, using: secret))
    case .hs384: Array(HMAC<SHA384>.authenticationCode(for: bytes, using: secret))
    case .hs512: Array(HMAC<SHA512>.authenticationCode(for: bytes, using: secret))
    }
  }
}

extension MACKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The algorithm, without the secret.
  public var description: String { "MACKey(\(algorithm.rawValue), [redacted])" }
  /// The algorithm, without the secret.
  public var debugDescription: String { description }
  /// The algorithm, without the secret.
  public var customMirror: Mirror { Mirror(self, children: ["algorithm": algorithm.rawValue]) }
}
