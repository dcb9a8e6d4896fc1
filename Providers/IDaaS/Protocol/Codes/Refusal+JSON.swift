// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

extension Refusal {
  /// What it says to people.
  public func message(in language: InterfaceLanguage) -> String {
    code.message(in: language, arguments)
  }

  /// The body of a no.
  ///
  /// - Parameters:
  ///   - language: the language of `error_msg`, as the caller wished it: `X-L` or `Accept-Language`.
  ///   - requestID: the id of the request, for whoever asks an operator about it.
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

  /// Reads the body of a no. Where the server names no arguments, they stay within its message.
  ///
  /// - Returns: nil when it isn't one, or its code isn't known here.
  public init?(json: JSONObject) {
    guard let code = json.text("error_code").flatMap(ReturnCode.init(text:)) else { return nil }
    self.init(
      code, detail: json.text("error_detail").map(RefusalDetail.init(rawValue:)),
      retryAfter: json.integer("retry_after"), attemptsLeft: json.integer("attempts_left"))
    arguments = json.texts("error_arguments") ?? []
  }
}
