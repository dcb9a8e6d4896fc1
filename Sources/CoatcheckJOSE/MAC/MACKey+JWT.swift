// SPDX-License-Identifier: Apache-2.0

extension MACKey {
  /// Authenticates claims and returns the compact token.
  ///
  /// - Parameters:
  ///   - claims: The claims, written in their order.
  ///   - type: `typ`, without `application/`; none by default.
  ///   - header: Further header parameters.
  /// - Throws: ``JOSEError`` `reservedHeader` if `header` names a parameter only the key may set,
  ///   `tooLarge` if the token would be longer than a reader takes; nothing was made.
  public func sign(
    _ claims: JSONObject, type: String? = nil, header: JSONObject = [:]
  ) throws(JOSEError) -> String {
    var own: JSONObject = ["alg": .string(algorithm.rawValue)]
    own["typ"] = type.map(JSONValue.string)
    own["kid"] = keyID.map(JSONValue.string)
    let head = try ReservedHeader.complete(own, with: header)
    let signed = Base64URL.encode(head) + "." + Base64URL.encode(claims.serialized())
    // 64 bytes make 86 letters, and a dot.
    guard signed.utf8.count <= CompactJWS.maximumLength - 87 else {
      throw JOSEError(.tooLarge, "the token would be longer than 16 KiB")
    }
    return signed + "." + Base64URL.encode(code(for: signed.utf8))
  }

  /// Reads a compact token and checks its code: ``UnverifiedMACToken`` in one step.
  ///
  /// - Throws: ``JOSEError``; the token must be refused.
  public func verified(_ compact: String) throws(JOSEError) -> VerifiedMACToken {
    try UnverifiedMACToken(compact).verified(by: self)
  }
}
