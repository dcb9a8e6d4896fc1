// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension Refusal {
  /// The body of a no.
  ///
  /// - Parameters:
  ///   - language: the language of `error_msg`.
  ///   - requestID: the id of the request, for whoever asks an operator about it.
  public func json(language: String, requestID: String?) -> JSONObject {
    var json: JSONObject = [
      "error_code": .string("IDAAS.SDK." + code.rawValue), "error_msg": .string(code.rawValue),
    ]
    if let detail { json["error_detail"] = .string(detail.rawValue) }
    if let retryAfter { json["retry_after"] = .number(JSONNumber(retryAfter)) }
    if let attemptsLeft { json["attempts_left"] = .number(JSONNumber(attemptsLeft)) }
    if let requestID { json["request_id"] = .string(requestID) }
    return json
  }
}
