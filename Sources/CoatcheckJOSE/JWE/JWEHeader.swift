// SPDX-License-Identifier: Apache-2.0

/// The header of a compact JWE whose parameters have been checked.
///
/// It contains what the sender claims, and selects one of the recipient's keys. It is not encrypted, and is
/// authenticated only once the content has been decrypted.
///
/// [RFC 7516 §4](https://www.rfc-editor.org/rfc/rfc7516#section-4)
public struct JWEHeader: Sendable {
  /// `alg`: how the content encryption key is determined or encrypted.
  public let algorithm: KeyManagementAlgorithm
  /// `enc`: how the content is encrypted.
  public let encryption: ContentEncryption
  /// `kid`: the recipient's key; `nil` if the header names none.
  public let keyID: String?
  /// `cty`, as written; `nil` without one.
  public let contentType: String?
  /// `typ`, as written; `nil` without one.
  public let type: String?
  /// All parameters of the header.
  public let json: JSONObject

  /// Checks `alg`, `enc`, `zip`, `crit`, `kid`, `cty` and `typ`, before a key is selected.
  init(_ json: JSONObject) throws(JOSEError) {
    let members = HeaderMembers(json)
    let name = try members.text("alg") ?? ""
    // The comparison is exact. Unsupported algorithms are refused first, before anything is computed.
    guard
      let algorithm = KeyManagementAlgorithm.allCases.first(where: { isSame($0.rawValue, name) })
    else { throw JOSEError(.unsupportedAlgorithm, RefusedAlgorithm.reason(for: name)) }
    let content = try members.text("enc") ?? ""
    guard let encryption = ContentEncryption.allCases.first(where: { isSame($0.rawValue, content) })
    else {
      throw JOSEError(.unsupportedAlgorithm, "the header names no supported content encryption")
    }
    try members.refuseCritical()
    // RFC 8725 §3.6: "Compression of data SHOULD NOT be done before encryption, because such compressed
    // data often reveals information about the plaintext." Also, a few bytes can expand to very many.
    guard json["zip"] == nil else {
      throw JOSEError(.compressedContent, "zip is refused: nothing is decompressed")
    }
    self.algorithm = algorithm
    self.encryption = encryption
    keyID = try members.text("kid")
    contentType = try members.text("cty")
    type = try members.text("typ")
    self.json = json
  }

  /// Whether `typ` is the given media type.
  ///
  /// - Parameter media: The media type with or without `application/`, in upper or lower case: `JWT`.
  public func hasType(_ media: String) -> Bool {
    type.map { MediaTypeName.isSame($0, media) } ?? false
  }

  /// Whether `cty` is the given media type.
  ///
  /// - Parameter media: The media type with or without `application/`, in upper or lower case: `JWT`.
  public func hasContentType(_ media: String) -> Bool {
    contentType.map { MediaTypeName.isSame($0, media) } ?? false
  }
}
