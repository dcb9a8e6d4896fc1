// SPDX-License-Identifier: Apache-2.0

/// A JWT whose message authentication code was made with a secret this side knows; what its claims
/// mean is still to be judged.
///
/// Any holder of the secret could have made it, so it proves less than a ``VerifiedJWT``.
public struct VerifiedMACToken: Sendable {
  /// The header.
  public let header: MACHeader
  /// The claims.
  public let claims: JSONObject
  /// The token as it arrived, a secret as long as it is valid.
  public let compact: String

  init(header: MACHeader, claims: JSONObject, compact: String) {
    self.header = header
    self.claims = claims
    self.compact = compact
  }
}

extension VerifiedMACToken: CustomStringConvertible, CustomReflectable {
  /// The algorithm and the names of the claims; never the token.
  public var description: String {
    "VerifiedMACToken(\(header.algorithm.rawValue), claims: \(claims.names))"
  }
  /// The algorithm and the names of the claims; never the token.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["algorithm": header.algorithm.rawValue, "claims": claims.names]
        as KeyValuePairs<String, Any>)
  }
}
