// SPDX-License-Identifier: Apache-2.0

/// How the values of `typ` and `cty` are compared.
package enum MediaTypeName {
  // RFC 7515 §4.1.9: 'it is RECOMMENDED that producers omit an "application/" prefix of a media type
  // value in a "typ" Header Parameter when no other '/' appears in the media type value. A recipient
  // using the media type value MUST treat it as if "application/" were prepended'. RFC 2045 §5.1:
  // media types are compared without regard to case.
  /// Whether two values are the same media type. Letter case and a prefix `application/` do not matter.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    CoatcheckJOSE.isSame(one, other) || short(one) == short(other)
  }

  private static func short(_ media: String) -> [UInt8] {
    let letters = media.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let prefix = Array("application/".utf8)
    guard letters.starts(with: prefix) else { return letters }
    let rest = letters.dropFirst(prefix.count)
    return rest.contains(UInt8(ascii: "/")) ? letters : Array(rest)
  }
}
