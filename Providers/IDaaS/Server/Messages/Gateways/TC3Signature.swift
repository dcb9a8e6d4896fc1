// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation

/// The signature `TC3-HMAC-SHA256` of Tencent Cloud, version 3.
///
/// https://www.tencentcloud.com/document/api/1005/34678
enum TC3Signature {
  static let algorithm = "TC3-HMAC-SHA256"

  /// The value of `Authorization`.
  ///
  /// - Parameters:
  ///   - fields: The signed fields, by their names and with their values in lower case as they are signed.
  ///   - timestamp: Seconds since 1970; the same as in `X-TC-Timestamp`.
  static func authorization(
    service: String, fields: [String: String], body: Data, timestamp: Int, keyID: String,
    secret: Secret
  ) -> String {
    let names = fields.keys.sorted()
    let signed = names.joined(separator: ";")
    let canonical = [
      "POST", "/", "", names.map { "\($0):\(fields[$0] ?? "")\n" }.joined(), signed,
      SignedText.digest(body),
    ].joined(separator: "\n")
    // The date is that of UTC, not of the machine's time zone.
    let moment = SignedText.utc(Date(timeIntervalSince1970: Double(timestamp)))
    let day = String(moment.prefix(10))
    let scope = "\(day)/\(service)/tc3_request"
    let text = [
      algorithm, String(timestamp), scope, SignedText.digest(Data(canonical.utf8)),
    ].joined(separator: "\n")
    var key = Data("TC3\(secret.reveal())".utf8)
    for part in [day, service, "tc3_request"] { key = Data(SignedText.code(part, key: key)) }
    return "\(algorithm) Credential=\(keyID)/\(scope), SignedHeaders=\(signed), "
      + "Signature=\(SignedText.hex(SignedText.code(text, key: key)))"
  }
}
