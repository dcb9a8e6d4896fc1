// SPDX-License-Identifier: Apache-2.0

/// A JWK Set: a list of public keys.
///
/// [RFC 7517 §5](https://www.rfc-editor.org/rfc/rfc7517#section-5)
public struct JWKSet: Sendable {
  /// The maximum number of keys in a set.
  public static let maximumCount = 100
  /// The maximum length of the text that a set is read from, in bytes.
  public static let maximumLength = 256 << 10

  /// The keys, in order.
  public let keys: [JWK]

  /// Creates a set.
  public init(keys: [JWK]) {
    self.keys = keys
  }

  /// Reads a JWK Set; entries that are not usable public keys are skipped.
  ///
  /// - Parameter bytes: The JSON text in UTF-8.
  /// - Throws: ``JOSEError`` `malformedJSON`, `duplicateMember` or `tooDeep` if the text is not a strict
  ///   JSON object with an array `keys`, `tooLarge` if it has more than ``maximumLength`` bytes or
  ///   ``maximumCount`` entries; continue to use the previous set.
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

  /// The set as a JSON object with the member `keys`.
  public var json: JSONObject {
    ["keys": .array(keys.map { .object($0.json) })]
  }
}
