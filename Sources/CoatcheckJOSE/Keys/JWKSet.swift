// SPDX-License-Identifier: Apache-2.0

/// A set of public keys.
///
/// [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
public struct JWKSet: Sendable {
  /// The most keys a set may have.
  public static let maximumCount = 100
  /// The longest text a set is read from, in bytes.
  public static let maximumLength = 256 << 10

  /// The keys, in order.
  public let keys: [JWK]

  /// A set of the given keys.
  public init(keys: [JWK]) {
    self.keys = keys
  }

  /// Reads a set; entries which are no usable public key are skipped.
  ///
  /// - Throws: ``JOSEError`` if the text is no strict JSON object with an array `keys`, or has more
  ///   than ``maximumLength`` bytes or ``maximumCount`` entries; keep the set you had.
  public init(parsing bytes: some Collection<UInt8>) throws(JOSEError) {
    let limits = JSONLimits(bytes: Self.maximumLength)
    guard let entries = try JSONObject(parsing: bytes, limits: limits)["keys"]?.arrayValue else {
      throw JOSEError(.malformedJSON, "a JWK Set has an array named keys")
    }
    guard entries.count <= Self.maximumCount else {
      throw JOSEError(.tooLarge, "the JWK Set has more than \(Self.maximumCount) keys")
    }
    // RFC 7517 §5: "Implementations SHOULD ignore JWKs within a JWK Set that use 'kty' (key type)
    // values that are not understood by them, that are missing required members, or for which values
    // are out of the supported ranges."
    keys = entries.compactMap { entry in
      guard let object = entry.objectValue else { return nil }
      return try? JWK(parsing: object)
    }
  }

  /// The set as JSON.
  public var json: JSONObject {
    ["keys": .array(keys.map { .object($0.json) })]
  }
}
