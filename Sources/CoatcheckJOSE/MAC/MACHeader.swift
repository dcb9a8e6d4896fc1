// SPDX-License-Identifier: Apache-2.0

/// The header of a JWT with a message authentication code.
///
/// [RFC 7515 §4](https://www.rfc-editor.org/rfc/rfc7515#section-4)
public struct MACHeader: Sendable {
  /// `alg`: the algorithm.
  public let algorithm: MACAlgorithm
  /// `kid`: the secret that made the code; `nil` if the header names none.
  public let keyID: String?
  /// `typ`, as written; `nil` without one.
  public let type: String?
  /// All parameters of the header.
  public let json: JSONObject

  /// Checks `alg`, `crit`, `kid` and `typ`.
  init(_ json: JSONObject) throws(JOSEError) {
    let members = HeaderMembers(json)
    try members.refuseCritical()
    // The comparison is exact. The type has HMAC algorithms only, so that all others are refused.
    guard let algorithm = MACAlgorithm(rawValue: try members.text("alg") ?? "") else {
      throw JOSEError(.unsupportedAlgorithm, "the header names no supported algorithm of a secret")
    }
    self.algorithm = algorithm
    keyID = try members.text("kid")
    type = try members.text("typ")
    self.json = json
  }

  /// Whether `typ` is the given media type.
  ///
  /// - Parameter media: The media type with or without `application/`, in upper or lower case: `at+jwt`.
  public func hasType(_ media: String) -> Bool {
    type.map { MediaTypeName.isSame($0, media) } ?? false
  }
}
