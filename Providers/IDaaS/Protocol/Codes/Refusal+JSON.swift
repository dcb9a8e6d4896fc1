// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// The body of an error response, in both directions.
extension Refusal {
  /// What it says to users.
  public func message(in language: InterfaceLanguage) -> String {
    code.message(in: language, arguments)
  }

  /// The body of an error response.
  ///
  /// - Parameters:
  ///   - language: The language of `error_msg`, as the caller wished it: `X-L` or `Accept-Language`.
  ///   - requestID: The id of the request, for support.
  public func json(language: String, requestID: String?) -> JSONObject {
    var json: JSONObject = [
      "error_code": .string(code.text),
      "error_msg": .string(message(in: InterfaceLanguage(preferring: language))),
    ]
    // What the message says in words, for programs: which parameter, how many minutes and seconds.
    if !arguments.isEmpty { json["error_arguments"] = .array(arguments.map { .string($0) }) }
    json.set("error_detail", detail?.rawValue)
    json.set("retry_after", retryAfter)
    json.set("attempts_left", attemptsLeft)
    json.set("request_id", requestID)
    return json
  }

  /// Reads the body of an error response. Where the server names no arguments, they stay within its message.
  ///
  /// - Returns: Nil when it is not one, or its code is not known here.
  public init?(json: JSONObject) {
    guard let code = json.text("error_code").flatMap(ReturnCode.init(text:)) else { return nil }
    self.init(
      code, detail: json.text("error_detail").map(RefusalDetail.init(rawValue:)),
      retryAfter: json.integer("retry_after"), attemptsLeft: json.integer("attempts_left"))
    arguments = json.texts("error_arguments") ?? []
  }
}
