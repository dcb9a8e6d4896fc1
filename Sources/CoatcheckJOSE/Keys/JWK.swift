// SPDX-License-Identifier: Apache-2.0

/// A public key as a JSON Web Key (JWK).
///
/// Private members are never read into it, so it can be published as it is. Its members are well formed;
/// whether it can verify signatures is decided by ``VerificationKey``.
///
/// [RFC 7517 §4](https://www.rfc-editor.org/rfc/rfc7517#section-4),
/// [RFC 7518 §6](https://www.rfc-editor.org/rfc/rfc7518#section-6),
/// [RFC 8037 §2](https://www.rfc-editor.org/rfc/rfc8037#section-2)
public struct JWK: Sendable, Hashable {
  /// `kid`: the key id; `nil` without one.
  public let keyID: String?
  /// `alg`: the algorithm that the key is for; `nil` without one.
  public let algorithm: String?
  /// `use`: `sig` or `enc`; `nil` without one.
  public let use: String?
  /// `key_ops`: the operations that the key is for; `nil` without them.
  public let keyOperations: [String]?
  /// All members except private ones.
  public let json: JSONObject

  let parameters: KeyParameters

  private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  /// Reads a public key, or the public key of a private one.
  ///
  /// - Parameter object: The JWK. Private members are discarded.
  /// - Throws: ``JOSEError`` `invalidKey` if `kty` is not `EC`, `RSA` or `OKP`, or a member is missing, of
  ///   the wrong type, or not canonical base64url; the key cannot be used.
  public init(parsing object: JSONObject) throws(JOSEError) {
    var json = object
    for name in Self.privateMembers { json[name] = nil }
    let members = KeyMembers(json)
    parameters = try KeyParameters(members)
    keyID = try members.optionalText("kid")
    algorithm = try members.optionalText("alg")
    use = try members.optionalText("use")
    keyOperations = try members.optionalTexts("key_ops")
    self.json = json
  }

  /// The SHA-256 thumbprint as base64url, 43 characters: the same for every JWK of one key.
  ///
  /// [RFC 7638 §3](https://www.rfc-editor.org/rfc/rfc7638#section-3)
  public var thumbprint: String { parameters.thumbprint }
}
