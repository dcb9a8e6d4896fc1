// SPDX-License-Identifier: Apache-2.0

/// A compact JWS in its parts, decoded strictly; the signature has not been checked.
///
/// Spec: [RFC 7515 §3.1](https://www.rfc-editor.org/rfc/rfc7515#section-3.1)
struct CompactJWS: Sendable {
  /// The longest token, in bytes.
  static let greatestLength = 16 << 10
  /// The longest header, in bytes before encoding.
  static let greatestHeader = 4 << 10

  let compact: String
  let header: JOSEHeader
  let payload: [UInt8]
  let signature: [UInt8]
  /// How many bytes of `compact` are signed: header, dot, payload.
  let signedCount: Int

  init(_ text: String) throws(JOSEError) {
    // A bridged string may have to count: anything so long is refused before it is looked at.
    guard text.utf8.count <= Self.greatestLength else {
      throw JOSEError(.tooLarge, "the token is longer than 16 KiB")
    }
    var text = text
    let parts = text.withUTF8 { bytes in
      Result { () throws(JOSEError) in try Parts(bytes) }
    }
    let (header, payload, signature, signedCount) = try parts.get().decoded
    self.compact = text
    self.header = header
    self.payload = payload
    self.signature = signature
    self.signedCount = signedCount
  }

  /// Whether the key made the signature; the caller has checked that the key fits the algorithm.
  func isSigned(by key: VerificationKey) -> Bool {
    var text = compact
    return text.withUTF8 { bytes in
      let signed = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<signedCount]))
      return key.material.isValid(signature, for: signed, algorithm: header.algorithm)
    }
  }
}

/// What `CompactJWS` is made of, read inside one access to the text's bytes.
private struct Parts {
  let decoded: (header: JOSEHeader, payload: [UInt8], signature: [UInt8], signedCount: Int)

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JOSEError) {
    guard let base = bytes.baseAddress else {
      throw JOSEError(.malformedToken, "the token is empty")
    }
    // RFC 7515 §7.1: BASE64URL(UTF8(JWS Protected Header)) || '.' || BASE64URL(JWS Payload) || '.' ||
    // BASE64URL(JWS Signature). A further dot is no letter of base64url and is refused as such.
    let dot = UInt8(ascii: ".")
    let first = WordScan.index(of: dot, in: base, from: 0, count: bytes.count)
    let second = WordScan.index(of: dot, in: base, from: first + 1, count: bytes.count)
    guard second < bytes.count else {
      throw JOSEError(.malformedToken, "a compact JWS has three parts")
    }
    guard first > 0 else { throw JOSEError(.malformedToken, "the header is missing") }
    // The length is checked before decoding: n bytes make ⌈4n/3⌉ letters.
    guard first <= (CompactJWS.greatestHeader * 4 + 2) / 3 else {
      throw JOSEError(.tooLarge, "the header is longer than 4 KiB")
    }
    let text = try Base64URL.decode(buffer: Self.part(bytes, 0..<first))
    let json = try text.withUnsafeBufferPointer { buffer throws(JOSEError) in
      try JSONReader.read(buffer, depth: JSONLimits.standard.depth)
    }
    guard case .object(let object) = json else {
      throw JOSEError(.malformedJSON, "the header is not a JSON object")
    }
    let header = try JOSEHeader(object)
    guard second + 1 < bytes.count else {
      throw JOSEError(.malformedToken, "the signature is missing")
    }
    let payload = try Base64URL.decode(buffer: Self.part(bytes, (first + 1)..<second))
    let signature = try Base64URL.decode(
      buffer: Self.part(bytes, (second + 1)..<bytes.count))
    decoded = (header, payload, signature, second)
  }

  private static func part(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[range])
  }
}
