// SPDX-License-Identifier: Apache-2.0

/// The header parameters that a caller may not set: the key sets them itself, or they would make statements
/// about the token that are not checked.
enum ReservedHeader {
  private static let names: Set<String> = [
    "alg", "kid", "typ", "crit", "b64", "jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "enc", "zip",
    "cty", "epk", "apu", "apv", "iv", "tag", "p2s", "p2c",
  ]

  /// Adds the caller's header parameters to those of the key, and returns the serialized header.
  ///
  /// - Throws: ``JOSEError`` `reservedHeader` or `tooLarge`.
  static func complete(
    _ own: JSONObject, with header: JSONObject, allowing extra: Set<String> = []
  ) throws(JOSEError) -> [UInt8] {
    var full = own
    for (name, value) in header {
      guard !names.contains(name) || extra.contains(name) else {
        throw JOSEError(.reservedHeader, "the header parameter \(name) is not the caller's to set")
      }
      full[name] = value
    }
    let text = full.serialized()
    guard text.count <= CompactJWS.maximumHeader else {
      throw JOSEError(.tooLarge, "the header would be longer than 4 KiB")
    }
    return text
  }
}
