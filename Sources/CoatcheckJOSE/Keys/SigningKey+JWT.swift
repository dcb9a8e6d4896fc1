// SPDX-License-Identifier: Apache-2.0

extension SigningKey {
  /// Signs claims and returns the compact JWT.
  ///
  /// - Parameters:
  ///   - claims: The claims; they keep their order.
  ///   - type: `typ`, without `application/`; none by default.
  ///   - header: Further header parameters.
  /// - Throws: ``JOSEError`` `reservedHeader` if `header` contains a parameter that only the key may set,
  ///   `tooLarge` if the token would have more than 16 KiB or its header more than 4 KiB, `invalidKey` if
  ///   the key cannot sign.
  public func sign(
    _ claims: JSONObject, type: String? = nil, header: JSONObject = [:]
  ) throws(JOSEError) -> String {
    var own: JSONObject = ["alg": .string(algorithm.rawValue)]
    own["typ"] = type.map(JSONValue.string)
    own["kid"] = .string(keyID)
    let head = try ReservedHeader.complete(own, with: header, allowing: ["cty"])
    let signed = Base64URL.encode(head) + "." + Base64URL.encode(claims.serialized())
    // A signature of 8192 bits is encoded as 1366 characters, after a dot. Checked before the key signs.
    guard signed.utf8.count <= CompactJWS.maximumLength - 1367 else {
      throw JOSEError(.tooLarge, "the token would be longer than 16 KiB")
    }
    return signed + "." + Base64URL.encode(try signature(for: Array(signed.utf8)))
  }
}
