// SPDX-License-Identifier: Apache-2.0

/// A JWT whose message authentication code was verified with a shared secret; its claims are not validated
/// yet.
///
/// Any holder of the secret could have made it, so it proves less than a ``VerifiedJWT``.
public struct VerifiedMACToken: Sendable {
  /// The header.
  public let header: MACHeader
  /// The claims.
  public let claims: JSONObject
  /// The compact token as it was received; it is a secret as long as it is valid.
  public let compact: String

  init(header: MACHeader, claims: JSONObject, compact: String) {
    self.header = header
    self.claims = claims
    self.compact = compact
  }
}

extension VerifiedMACToken: CustomStringConvertible, CustomReflectable {
  /// The algorithm and the names of the claims, without the token.
  public var description: String {
    "VerifiedMACToken(\(header.algorithm.rawValue), claims: \(claims.names))"
  }
  /// The algorithm and the names of the claims, without the token.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["algorithm": header.algorithm.rawValue, "claims": claims.names]
        as KeyValuePairs<String, Any>)
  }
}
