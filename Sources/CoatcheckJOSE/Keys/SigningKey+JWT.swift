// SPDX-License-Identifier: Apache-2.0

extension SigningKey {
  /// The parameters a caller may not set: the key sets them, or they would make the token say
  /// something about itself that nobody checked.
  private static let reserved: Set<String> = [
    "alg", "kid", "typ", "crit", "b64", "jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "enc", "zip",
  ]

  /// Signs claims and returns the compact token.
  ///
  /// - Parameters:
  ///   - claims: The claims, written in their order.
  ///   - type: `typ`, without `application/`; none by default.
  ///   - header: Further header parameters.
  /// - Throws: ``JOSEError`` `reservedHeader` if `header` names a parameter only the key may set,
  ///   `tooLarge` if the token would be longer than a reader takes; nothing was signed.
  public func sign(
    _ claims: JSONObject, type: String? = nil, header: JSONObject = [:]
  ) throws(JOSEError) -> String {
    var full: JSONObject = ["alg": .string(algorithm.rawValue)]
    full["typ"] = type.map(JSONValue.string)
    full["kid"] = .string(keyID)
    for (name, value) in header {
      guard !Self.reserved.contains(name) else {
        throw JOSEError(.reservedHeader, "the header parameter \(name) is not the caller's to set")
      }
      full[name] = value
    }
    let head = full.serialized()
    guard head.count <= CompactJWS.greatestHeader else {
      throw JOSEError(.tooLarge, "the header would be longer than 4 KiB")
    }
    let signed = Base64URL.encode(head) + "." + Base64URL.encode(claims.serialized())
    // 8192 bits of signature make 1366 letters; checked before, so that nothing is signed in vain.
    guard signed.utf8.count <= CompactJWS.greatestLength - 1367 else {
      throw JOSEError(.tooLarge, "the token would be longer than 16 KiB")
    }
    return signed + "." + Base64URL.encode(try signature(for: Array(signed.utf8)))
  }
}
