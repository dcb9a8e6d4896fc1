// SPDX-License-Identifier: Apache-2.0

/// The parts of a compact serialization between the dots, still encoded, and its header, decoded strictly.
///
/// [RFC 7515 §3.1](https://www.rfc-editor.org/rfc/rfc7515#section-3.1),
/// [RFC 7516 §3.1](https://www.rfc-editor.org/rfc/rfc7516#section-3.1)
struct CompactParts {
  /// The header as JSON.
  let header: JSONObject
  /// The parts as written, the header first.
  let parts: [Substring]

  /// Splits a text into exactly `count` parts; lengths are checked before anything is decoded.
  init(_ text: String, count: Int) throws(JOSEError) {
    guard text.utf8.count <= CompactJWS.maximumLength else {
      throw JOSEError(.tooLarge, "the token is longer than 16 KiB")
    }
    // `maxSplits` limits the work: a text with more dots has `count + 1` parts and is refused.
    let parts = text.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: count, omittingEmptySubsequences: false
    ).map(Substring.init)
    guard parts.count == count else {
      throw JOSEError(.malformedToken, "the token does not have \(count) parts")
    }
    guard !parts[0].isEmpty else { throw JOSEError(.malformedToken, "the header is missing") }
    guard parts[0].utf8.count <= (CompactJWS.maximumHeader * 4 + 2) / 3 else {
      throw JOSEError(.tooLarge, "the header is longer than 4 KiB")
    }
    header = try JSONObject(parsing: Base64URL.decode(parts[0]))
    self.parts = parts
  }

  /// The bytes of a part.
  func bytes(_ index: Int) throws(JOSEError) -> [UInt8] {
    try Base64URL.decode(parts[index])
  }
}
