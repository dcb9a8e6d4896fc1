// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

extension ProviderErrors {
  /// Reads an error response with a number in `error_code` and a text in `error`, whatever its status is.
  func errorNumber(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard body.count <= 64 << 10, let json = try? JSONObject(parsing: [UInt8](body)) else {
      return nil
    }
    return errorNumber(source, head, json)
  }

  /// Reads an error response whose body is parsed already.
  func errorNumber(_ source: String, _ head: HTTPResponse, _ json: JSONObject) -> OAuthError? {
    guard let member = json["error_code"] else { return nil }
    let text = member.stringValue ?? member.intValue.map { "\($0)" }
    guard let text, let number = Int(text).map({ "\($0)" }) else { return nil }
    let isBusy = busy.contains(number)
    let word = json["error"]?.stringValue
    return OAuthError(
      outcome: isBusy ? .unreachable : .refused,
      code: isBusy
        ? .temporarilyUnavailable
        : codes[number] ?? OAuthError.Code(peer: word ?? numberPrefix + number),
      reason: isBusy ? "\(source) cannot answer now." : "\(source) refused.",
      status: head.status.code,
      peer: .init(
        description: json["error_description"]?.stringValue ?? word,
        uri: json["error_uri"]?.stringValue ?? json["error_url"]?.stringValue, code: text))
  }
}
