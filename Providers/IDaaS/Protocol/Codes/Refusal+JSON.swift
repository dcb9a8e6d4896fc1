// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE

/// The body of an error response, in both directions.
extension Refusal {
  /// Returns the error message for users, with its arguments filled in.
  public func message(in language: InterfaceLanguage) -> String {
    code.message(in: language, arguments)
  }

  /// Returns the body of the error response.
  ///
  /// - Parameters:
  ///   - language: The preferred language of `error_msg`: the value of the header field `X-L` or
  ///     `Accept-Language`.
  ///   - requestID: The identifier of the request, for support; nil to omit it.
  public func json(language: String, requestID: String?) -> JSONObject {
    var json: JSONObject = [
      "error_code": .string(code.text),
      "error_msg": .string(message(in: InterfaceLanguage(preferring: language))),
    ]
    // The arguments of the message, for programs: a parameter, or minutes and seconds.
    if !arguments.isEmpty { json["error_arguments"] = .array(arguments.map { .string($0) }) }
    json.set("error_detail", detail?.rawValue)
    json.set("retry_after", retryAfter)
    json.set("attempts_left", attemptsLeft)
    json.set("request_id", requestID)
    return json
  }

  /// Reads the body of an error response. When the server sends no arguments, ``arguments`` is empty.
  ///
  /// - Parameter json: The body.
  /// - Returns: Nil when it is not an error response of the interface, or its code is unknown.
  public init?(json: JSONObject) {
    guard let code = json.text("error_code").flatMap(ReturnCode.init(text:)) else { return nil }
    self.init(
      code, detail: json.text("error_detail").map(RefusalDetail.init(rawValue:)),
      retryAfter: json.integer("retry_after"), attemptsLeft: json.integer("attempts_left"))
    arguments = json.texts("error_arguments") ?? []
  }
}
