// SPDX-License-Identifier: Apache-2.0

/// A JWT whose signature was verified with a trusted key; its claims are not validated yet.
///
/// Only ``UnverifiedJWT`` creates it. The rules of the protocol that uses the token check issuer, audience,
/// times and type.
public struct VerifiedJWT: Sendable {
  private let jws: CompactJWS

  /// The header.
  public var header: JOSEHeader { jws.header }
  /// The claims.
  public let claims: JSONObject
  /// The compact token as it was received; it is a secret as long as it is valid.
  public var compact: String { jws.compact }

  /// Reads the claims of a token whose signature has been checked.
  init(_ jws: CompactJWS) throws(JOSEError) {
    claims = try jws.claims()
    self.jws = jws
  }
}

extension VerifiedJWT: CustomStringConvertible, CustomReflectable {
  /// The algorithm and the names of the claims, without the token.
  public var description: String {
    "VerifiedJWT(\(header.algorithm.rawValue), claims: \(claims.names))"
  }
  /// The algorithm and the names of the claims, without the token.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["algorithm": header.algorithm.rawValue, "claims": claims.names]
        as KeyValuePairs<String, Any>)
  }
}
