// SPDX-License-Identifier: Apache-2.0

/// A JWT with a message authentication code as it was received: it is well formed, but not verified.
///
/// Its claims are not readable: they are in the ``VerifiedMACToken`` that only ``verified(by:)`` returns.
///
/// [RFC 7519 §7.2](https://www.rfc-editor.org/rfc/rfc7519#section-7.2)
public struct UnverifiedMACToken: Sendable {
  /// The header, as the sender wrote it.
  public let header: MACHeader

  private let compact: String
  private let payload: [UInt8]
  private let code: [UInt8]
  private let signed: [UInt8]

  /// Reads a compact JWS of at most 16 KiB whose header has at most 4 KiB.
  ///
  /// - Parameter compact: The compact serialization: header, payload and code in base64url, separated by
  ///   dots.
  /// - Throws: ``JOSEError`` if the text is not a compact JWS (`malformedToken`, `tooLarge`), its header is
  ///   not strict JSON (`malformedJSON`, `duplicateMember`, `tooDeep`) or is invalid (`criticalHeader`,
  ///   `invalidHeader`), or its algorithm is not one of ``MACAlgorithm`` (`unsupportedAlgorithm`). No key
  ///   can verify it.
  public init(_ compact: String) throws(JOSEError) {
    let parts = try CompactParts(compact, count: 3)
    header = try MACHeader(parts.header)
    guard !parts.parts[1].isEmpty else {
      throw JOSEError(.malformedToken, "the payload is missing")
    }
    guard !parts.parts[2].isEmpty else {
      throw JOSEError(.malformedToken, "the signature is missing")
    }
    payload = try parts.bytes(1)
    code = try parts.bytes(2)
    signed = Array(parts.parts[0].utf8) + [UInt8(ascii: ".")] + Array(parts.parts[1].utf8)
    self.compact = compact
  }

  /// Verifies the code with a shared secret.
  ///
  /// - Throws: ``JOSEError`` with `algorithmNotAllowed`, `keyNotFound` (the token names another key),
  ///   `invalidSignature`, or an error of the claims' JSON; the token must be rejected.
  public func verified(by key: MACKey) throws(JOSEError) -> VerifiedMACToken {
    try VerifiedMACToken(
      header: header, claims: JSONObject(parsing: verifiedPayload(by: key)), compact: compact)
  }

  /// Verifies the message authentication code with a key, and returns the payload, which need not be JSON.
  func verifiedPayload(by key: MACKey) throws(JOSEError) -> [UInt8] {
    guard header.algorithm == key.algorithm else {
      throw JOSEError(
        .algorithmNotAllowed, "the algorithm \(header.algorithm.rawValue) is not accepted here")
    }
    if let wanted = header.keyID, let present = key.keyID, !isSame(wanted, present) {
      throw JOSEError(.keyNotFound, "the token names another key")
    }
    // RFC 7518 §3.2: the comparison "MUST be done in a constant-time manner to thwart timing attacks."
    // A truncated code has another length.
    guard ConstantTime.equal(code, key.code(for: signed)) else {
      throw JOSEError(.invalidSignature, "the signature is wrong")
    }
    return payload
  }
}

extension UnverifiedMACToken: CustomStringConvertible, CustomReflectable {
  /// The algorithm, without the token.
  public var description: String { "UnverifiedMACToken(\(header.algorithm.rawValue))" }
  /// The algorithm, without the token.
  public var customMirror: Mirror {
    Mirror(self, children: ["algorithm": header.algorithm.rawValue])
  }
}
