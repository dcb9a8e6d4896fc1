// SPDX-License-Identifier: Apache-2.0

/// The decoded parts of a compact JWS; the signature is not verified.
///
/// A class, since a token is passed through many functions: each pass then retains one reference instead of
/// one for every part.
///
/// [RFC 7515 §3.1](https://www.rfc-editor.org/rfc/rfc7515#section-3.1)
final class CompactJWS: Sendable {
  /// The maximum length of a token, in bytes.
  static let maximumLength = 16 << 10
  /// The maximum length of a header, in bytes before encoding.
  static let maximumHeader = 4 << 10

  let compact: String
  let header: JOSEHeader
  /// The decoded payload.
  let payload: [UInt8]
  let signature: [UInt8]
  /// How many letters of the text are signed: header, dot, payload.
  private let signedCount: Int

  init(_ text: String) throws(JOSEError) {
    // The length is checked first; a long text is refused without any further work.
    guard text.utf8.count <= Self.maximumLength else {
      throw JOSEError(.tooLarge, "the token is longer than 16 KiB")
    }
    var text = text
    let parts = try text.withUTF8 { letters in
      Result { () throws(JOSEError) in try DecodedParts(letters) }
    }.get()
    header = parts.header
    payload = parts.payload
    signature = parts.signature
    signedCount = parts.signedCount
    compact = text
  }

  /// The payload as a JSON object, which keeps the decoded bytes instead of a copy.
  func claims() throws(JOSEError) -> JSONObject {
    // RFC 7519 §7.2: "Verify that the resulting octet sequence is a UTF-8-encoded representation of a
    // completely valid JSON object".
    try Self.object(in: payload, "the claims are")
  }

  fileprivate static func object(
    in bytes: [UInt8], _ subject: StaticString
  ) throws(JOSEError) -> JSONObject {
    let value = try JSONReader.read(bytes, depth: JSONLimits.standard.depth)
    guard case .object(let object) = value else {
      throw JOSEError(.malformedJSON, "\(subject) not a JSON object")
    }
    return object
  }

  /// Whether the signature is valid for the key. The caller has checked that the key fits the algorithm.
  func isSigned(by key: VerificationKey) -> Bool {
    var text = compact
    return text.withUTF8 { letters in
      let signed = UnsafeRawBufferPointer(
        UnsafeBufferPointer(rebasing: letters[..<signedCount]))
      return key.material.isValid(signature, for: signed, algorithm: header.algorithm)
    }
  }
}

/// The three parts, decoded.
private struct DecodedParts {
  let header: JOSEHeader
  let payload: [UInt8]
  let signature: [UInt8]
  /// How many letters of the text are signed: header, dot, payload.
  let signedCount: Int

  init(_ letters: UnsafeBufferPointer<UInt8>) throws(JOSEError) {
    guard let base = letters.baseAddress else {
      throw JOSEError(.malformedToken, "the token is empty")
    }
    // RFC 7515 §7.1: BASE64URL(UTF8(JWS Protected Header)) || '.' || BASE64URL(JWS Payload) || '.' ||
    // BASE64URL(JWS Signature). A third dot is refused when the signature is decoded.
    let dot = UInt8(ascii: ".")
    let first = WordScan.index(of: dot, in: base, from: 0, count: letters.count)
    let second = WordScan.index(of: dot, in: base, from: first + 1, count: letters.count)
    guard second < letters.count else {
      throw JOSEError(.malformedToken, "a compact JWS has three parts")
    }
    guard first > 0 else { throw JOSEError(.malformedToken, "the header is missing") }
    // The header is checked before the payload is decoded, so that a token with an unencoded payload
    // (RFC 7797) is refused for its header and not for its characters.
    header = try Self.header(UnsafeBufferPointer(rebasing: letters[..<first]))
    payload = try Base64URL.decode(
      buffer: UnsafeBufferPointer(rebasing: letters[(first + 1)..<second]))
    signedCount = second
    guard second + 1 < letters.count else {
      throw JOSEError(.malformedToken, "the signature is missing")
    }
    signature = try Base64URL.decode(
      buffer: UnsafeBufferPointer(rebasing: letters[(second + 1)...]))
  }

  private static func header(
    _ letters: UnsafeBufferPointer<UInt8>
  ) throws(JOSEError) -> JOSEHeader {
    if let recent = RecentHeaders.shared.header(of: letters) { return recent }
    // The length is checked before decoding: n bytes are encoded as ⌈4n/3⌉ characters.
    guard letters.count <= (CompactJWS.maximumHeader * 4 + 2) / 3 else {
      throw JOSEError(.tooLarge, "the header is longer than 4 KiB")
    }
    let json = try CompactJWS.object(in: Base64URL.decode(buffer: letters), "the header is")
    let header = try JOSEHeader(json)
    RecentHeaders.shared.keep(header, of: letters)
    return header
  }
}
