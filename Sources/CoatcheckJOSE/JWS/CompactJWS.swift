// SPDX-License-Identifier: Apache-2.0

/// A compact JWS in its parts, decoded strictly; the signature has not been checked.
///
/// An object, since a token is handed from step to step: passing it on counts one reference and not
/// that of every part.
///
/// Spec: [RFC 7515 §3.1](https://www.rfc-editor.org/rfc/rfc7515#section-3.1)
final class CompactJWS: Sendable {
  /// The longest token, in bytes.
  static let greatestLength = 16 << 10
  /// The longest header, in bytes before encoding.
  static let greatestHeader = 4 << 10

  let compact: String
  let header: JOSEHeader
  private let parts: DecodedParts

  /// What was signed, decoded.
  var payload: ArraySlice<UInt8> { parts.bytes[parts.payload] }
  var signature: [UInt8] { parts.signature }

  init(_ text: String) throws(JOSEError) {
    // A bridged string may have to count: anything so long is refused before it is looked at.
    guard text.utf8.count <= Self.greatestLength else {
      throw JOSEError(.tooLarge, "the token is longer than 16 KiB")
    }
    var text = text
    let parts = text.withUTF8 { letters in
      Result { () throws(JOSEError) in try DecodedParts(letters) }
    }
    self.parts = try parts.get()
    guard case .object(let object) = try self.parts.json(in: self.parts.header) else {
      throw JOSEError(.malformedJSON, "the header is not a JSON object")
    }
    header = try JOSEHeader(object)
    // What the header asks for is refused first, whatever stands behind it: an unencoded payload has letters
    // of its own.
    if let fault = self.parts.fault { throw fault }
    compact = text
  }

  /// The payload as a JSON object, which keeps the decoded bytes instead of a copy.
  func claims() throws(JOSEError) -> JSONObject {
    // RFC 7519 §7.2: "Verify that the resulting octet sequence is a UTF-8-encoded representation of a
    // completely valid JSON object".
    guard case .object(let claims) = try parts.json(in: parts.payload) else {
      throw JOSEError(.malformedJSON, "the claims are not a JSON object")
    }
    return claims
  }

  /// Whether the key made the signature; the caller has checked that the key fits the algorithm.
  func isSigned(by key: VerificationKey) -> Bool {
    var text = compact
    return text.withUTF8 { letters in
      let signed = UnsafeRawBufferPointer(
        UnsafeBufferPointer(rebasing: letters[..<parts.signedCount]))
      return key.material.isValid(signature, for: signed, algorithm: header.algorithm)
    }
  }
}

/// The three parts, decoded; the two that are JSON side by side, in one allocation.
private struct DecodedParts {
  let bytes: [UInt8]
  let header: Range<Int>
  let payload: Range<Int>
  let signature: [UInt8]
  /// How many letters of the text are signed: header, dot, payload.
  let signedCount: Int
  /// What is wrong behind the header.
  let fault: JOSEError?

  init(_ letters: UnsafeBufferPointer<UInt8>) throws(JOSEError) {
    guard let base = letters.baseAddress else {
      throw JOSEError(.malformedToken, "the token is empty")
    }
    // RFC 7515 §7.1: BASE64URL(UTF8(JWS Protected Header)) || '.' || BASE64URL(JWS Payload) || '.' ||
    // BASE64URL(JWS Signature). A further dot is no letter of base64url and is refused as such.
    let dot = UInt8(ascii: ".")
    let first = WordScan.index(of: dot, in: base, from: 0, count: letters.count)
    let second = WordScan.index(of: dot, in: base, from: first + 1, count: letters.count)
    guard second < letters.count else {
      throw JOSEError(.malformedToken, "a compact JWS has three parts")
    }
    guard first > 0 else { throw JOSEError(.malformedToken, "the header is missing") }
    // The length is checked before decoding: n bytes make ⌈4n/3⌉ letters.
    guard first <= (CompactJWS.greatestHeader * 4 + 2) / 3 else {
      throw JOSEError(.tooLarge, "the header is longer than 4 KiB")
    }
    guard let headerSize = Base64URL.size(ofLetters: first) else { throw Base64URL.impossible }
    let payloadSize = Base64URL.size(ofLetters: second - first - 1)
    let size = headerSize + (payloadSize ?? 0)
    var (isHeader, isPayload) = (false, false)
    bytes = [UInt8](unsafeUninitializedCapacity: size) { output, count in
      isHeader = Self.decode(letters[..<first], into: output[..<headerSize])
      isPayload =
        payloadSize != nil
        && Self.decode(letters[(first + 1)..<second], into: output[headerSize..<size])
      count = isPayload ? size : isHeader ? headerSize : 0
    }
    guard isHeader else { throw Base64URL.other }
    header = 0..<headerSize
    payload = headerSize..<(isPayload ? size : headerSize)
    signedCount = second
    if !isPayload {
      (signature, fault) = ([], payloadSize == nil ? Base64URL.impossible : Base64URL.other)
    } else if second + 1 == letters.count {
      (signature, fault) = ([], JOSEError(.malformedToken, "the signature is missing"))
    } else {
      do {
        let rest = UnsafeBufferPointer(rebasing: letters[(second + 1)...])
        (signature, fault) = (try Base64URL.decode(buffer: rest), nil)
      } catch {
        (signature, fault) = ([], error)
      }
    }
  }

  private static func decode(
    _ letters: Slice<UnsafeBufferPointer<UInt8>>,
    into output: Slice<UnsafeMutableBufferPointer<UInt8>>
  ) -> Bool {
    Base64URL.decode(
      UnsafeBufferPointer(rebasing: letters),
      into: UnsafeMutableBufferPointer(rebasing: output))
  }

  func json(in range: Range<Int>) throws(JOSEError) -> JSONValue {
    try JSONReader.read(bytes, in: range, depth: JSONLimits.standard.depth)
  }
}
