// SPDX-License-Identifier: Apache-2.0

/// A JWT whose signature was made by a trusted key; what its claims mean is still to be judged.
///
/// Only ``UnverifiedJWT`` makes one. Issuer, audience, times and type are checked by the rules of the
/// protocol that uses the token.
public struct VerifiedJWT: Sendable {
  private let jws: CompactJWS

  /// The header.
  public var header: JOSEHeader { jws.header }
  /// The claims.
  public let claims: JSONObject
  /// The token as it arrived, a secret as long as it is valid.
  public var compact: String { jws.compact }

  /// Reads the claims of a token whose signature has been checked.
  init(_ jws: CompactJWS) throws(JOSEError) {
    claims = try jws.claims()
    self.jws = jws
  }
}

extension VerifiedJWT: CustomStringConvertible, CustomReflectable {
  /// The algorithm and the names of the claims; never the token.
  public var description: String {
    "VerifiedJWT(\(header.algorithm.rawValue), claims: \(claims.names))"
  }
  /// The algorithm and the names of the claims; never the token.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["algorithm": header.algorithm.rawValue, "claims": claims.names]
        as KeyValuePairs<String, Any>)
  }
}
