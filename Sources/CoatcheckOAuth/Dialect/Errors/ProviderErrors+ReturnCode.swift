// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

extension ProviderErrors {
  /// Reads an error response whose `error_code` consists of words between dots. Only the last two words are
  /// compared, since some versions of the server omit the first.
  ///
  /// The status has to be 400 or above.
  func returnCode(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard head.status.code >= 400, body.count <= 64 << 10,
      let json = try? JSONObject(parsing: [UInt8](body)),
      let full = json["error_code"]?.stringValue
    else { return nil }
    let name = full.split(separator: ".").suffix(2).joined(separator: ".")
    let detail = json["error_detail"]?.stringValue
    let isBusy = busy.contains(name) || detail.map(busy.contains) == true
    let seconds = json["retry_after"]?.intValue ?? 0
    return OAuthError(
      outcome: isBusy ? .unreachable : .refused,
      code: isBusy
        ? .serverUnavailable
        : detail.flatMap { details[$0] } ?? codes[name] ?? OAuthError.Code(peer: name),
      reason: isBusy ? "\(source) cannot answer now." : "\(source) refused.",
      status: head.status.code,
      peer: .init(
        description: json["error_msg"]?.stringValue, code: full, detail: detail,
        attemptsLeft: json["attempts_left"]?.intValue)
    )
    .retrying(after: seconds > 0 ? .seconds(min(seconds, 3600)) : nil)
  }
}
