// SPDX-License-Identifier: Apache-2.0

extension MACKey {
  /// Adds a message authentication code to claims and returns the compact JWT.
  ///
  /// - Parameters:
  ///   - claims: The claims; they keep their order.
  ///   - type: `typ`, without `application/`; none by default.
  ///   - header: Further header parameters.
  /// - Throws: ``JOSEError`` `reservedHeader` if `header` contains a parameter that only the key may set,
  ///   `tooLarge` if the token would have more than 16 KiB or its header more than 4 KiB.
  public func sign(
    _ claims: JSONObject, type: String? = nil, header: JSONObject = [:]
  ) throws(JOSEError) -> String {
    var own: JSONObject = ["alg": .string(algorithm.rawValue)]
    own["typ"] = type.map(JSONValue.string)
    own["kid"] = keyID.map(JSONValue.string)
    let head = try ReservedHeader.complete(own, with: header)
    let signed = Base64URL.encode(head) + "." + Base64URL.encode(claims.serialized())
    // A code of at most 64 bytes is encoded as 86 characters, after a dot.
    guard signed.utf8.count <= CompactJWS.maximumLength - 87 else {
      throw JOSEError(.tooLarge, "the token would be longer than 16 KiB")
    }
    return signed + "." + Base64URL.encode(code(for: signed.utf8))
  }

  /// Reads a compact JWT and verifies its code: ``UnverifiedMACToken`` in one step.
  ///
  /// - Parameter compact: The compact serialization, at most 16 KiB.
  /// - Throws: ``JOSEError`` as ``UnverifiedMACToken/init(_:)`` and ``UnverifiedMACToken/verified(by:)``
  ///   do; the token must be rejected.
  public func verified(_ compact: String) throws(JOSEError) -> VerifiedMACToken {
    try UnverifiedMACToken(compact).verified(by: self)
  }
}
