// SPDX-License-Identifier: Apache-2.0

/// The header of a compact JWS whose parameters have been checked.
///
/// It contains what the sender claims, and selects one of the trusted keys; it never supplies a key. The
/// parameters `jwk`, `jku`, `x5u`, `x5c` and `x5t` are ignored.
///
/// [RFC 7515 §4](https://www.rfc-editor.org/rfc/rfc7515#section-4)
public struct JOSEHeader: Sendable {
  /// `alg`: the signature algorithm.
  public let algorithm: SignatureAlgorithm
  /// `kid`: the key that made the signature; `nil` if the header names none.
  public let keyID: String?
  /// `typ`, as written; `nil` without one.
  public let type: String?
  /// All parameters of the header.
  public let json: JSONObject

  /// Checks `alg`, `crit`, `kid` and `typ`, before a key is selected.
  init(_ json: JSONObject) throws(JOSEError) {
    // RFC 7515 §4.1.11: "If any of the listed extension Header Parameters are not understood and
    // supported by the recipient, then the JWS is invalid." No extension is supported.
    guard json["crit"] == nil, json["b64"] == nil else {
      throw JOSEError(.criticalHeader, "the header asks for a critical extension")
    }
    keyID = try Self.text("kid", in: json)
    type = try Self.text("typ", in: json)
    // RFC 8725 §3.1: "Libraries MUST enable the caller to specify a supported set of algorithms
    // and MUST NOT use any other algorithms". The comparison is exact, also of upper and lower case.
    let algorithm = try Self.text("alg", in: json).flatMap(SignatureAlgorithm.init(rawValue:))
    guard let algorithm else {
      throw JOSEError(.unsupportedAlgorithm, "the header names no supported algorithm")
    }
    self.algorithm = algorithm
    self.json = json
  }

  private static func text(_ name: String, in json: JSONObject) throws(JOSEError) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue else {
      throw JOSEError(.invalidHeader, "the header parameter \(name) is not a string")
    }
    return text
  }

  /// Whether `typ` is the given media type.
  ///
  /// - Parameter media: The media type with or without `application/`, in upper or lower case: `at+jwt`.
  public func hasType(_ media: String) -> Bool {
    type.map { MediaTypeName.isSame($0, media) } ?? false
  }
}
