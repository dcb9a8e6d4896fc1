// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation

/// The signature `ACS3-HMAC-SHA256` of Alibaba Cloud: request structure and signature, version 3.
///
/// https://www.alibabacloud.com/help/en/sdk/product-overview/v3-request-structure-and-signature
enum ACS3Signature {
  static let algorithm = "ACS3-HMAC-SHA256"

  /// The query in the order and encoding in which it is signed and sent.
  static func query(_ parameters: [String: String]) -> String {
    // "The parameters are sorted by name in ascending order": by their bytes.
    parameters.map { (SignedText.percentEncoded($0.key), SignedText.percentEncoded($0.value)) }
      .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
      .map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  /// The value of `Authorization`.
  ///
  /// - Parameters:
  ///   - fields: The signed fields, by their names in lower case.
  ///   - query: As ``query(_:)`` makes it.
  static func authorization(
    method: String, path: String = "/", query: String, fields: [String: String], body: Data,
    keyID: String, secret: Secret
  ) -> String {
    let names = fields.keys.sorted()
    let signed = names.joined(separator: ";")
    let lines = names.map { "\($0):\((fields[$0] ?? "").trimmingCharacters(in: .whitespaces))\n" }
    let canonical = [
      method, path, query, lines.joined(), signed, SignedText.digest(body),
    ].joined(separator: "\n")
    let text = algorithm + "\n" + SignedText.digest(Data(canonical.utf8))
    let code = SignedText.code(text, key: Data(secret.reveal().utf8))
    return "\(algorithm) Credential=\(keyID),SignedHeaders=\(signed),"
      + "Signature=\(SignedText.hex(code))"
  }
}
