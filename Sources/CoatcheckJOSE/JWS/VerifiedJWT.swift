// SPDX-License-Identifier: Apache-2.0

/// A JWT whose signature was made by a trusted key; what its claims mean is still to be judged.
///
/// Only ``UnverifiedJWT`` makes one. Issuer, audience, times and type are checked by the rules of the
/// protocol that uses the token.
public struct VerifiedJWT: Sendable {
  /// The header.
  public let header: JOSEHeader
  /// The claims.
  public let claims: JSONObject
  /// The token as it arrived, a secret as long as it is valid.
  public let compact: String

  init(_ jws: CompactJWS, payload: [UInt8]) throws(JOSEError) {
    // RFC 7519 §7.2: "Verify that the resulting octet sequence is a UTF-8-encoded representation of a
    // completely valid JSON object".
    let json = try payload.withUnsafeBufferPointer { buffer throws(JOSEError) in
      try JSONReader.read(buffer, depth: JSONLimits.standard.depth)
    }
    guard case .object(let claims) = json else {
      throw JOSEError(.malformedJSON, "the claims are not a JSON object")
    }
    self.header = jws.header
    self.claims = claims
    self.compact = jws.compact
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
