// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

/// Error responses with a message or only a status: JSON objects, XML and challenges in the body.
extension ProviderErrors {
  static func codeAndMessage(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard let json = object(body), let code = json["code"] else { return nil }
    let number = code.objectValue?["value"] ?? code
    guard let number = text(number), json["message"]?.stringValue != nil || json.count <= 2 else {
      return nil
    }
    return refusal(source, head, code: number, message: json["message"]?.stringValue)
  }

  static func nested(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard let error = object(body)?["error"]?.objectValue else { return nil }
    let code = error["errorCode"].flatMap(text)
    let message = error["errorMessage"]?.stringValue
    guard code != nil || message != nil else { return nil }
    return refusal(source, head, code: code, message: message)
  }

  func challengeText(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard let challengeScheme, let page = Self.page(body),
      let start = page.firstRange(of: challengeScheme)?.upperBound
    else { return nil }
    let rest = page[start...]
    guard let code = Self.attribute("error", in: rest) else { return nil }
    return Self.refusal(
      source, head, code: code, message: Self.attribute("error_description", in: rest))
  }

  static func xml(_ source: String, _ head: HTTPResponse, _ body: Data) -> OAuthError? {
    guard let page = page(body), let error = element("error", in: page[...]) else { return nil }
    let code = element("code", in: error).map(plain)
    let message = element("message", in: error).map(plain)
    guard code != nil || message != nil else { return nil }
    return refusal(source, head, code: code, message: message)
  }

  /// The error for a code and a message, which does not depend on the form of the response.
  ///
  /// If the code or the message is an error code of the specifications, that is the code of the error.
  /// Otherwise the status determines it.
  private static func refusal(
    _ source: String, _ head: HTTPResponse, code: String?, message: String?
  ) -> OAuthError? {
    // A successful response is not an error, even if it has such members.
    guard head.status.code >= 400 else { return nil }
    let words = [message, code].compactMap { $0 }.first(where: known.contains)
    let status = code.flatMap { Int($0) } ?? head.status.code
    let meant: OAuthError.Code
    if let words {
      meant = OAuthError.Code(peer: words)
    } else {
      switch status {
      case 400: meant = .invalidRequest
      case 401: meant = .invalidClient
      case 403: meant = .unauthorizedClient
      case 500...: meant = .serverError
      default: meant = code.map(OAuthError.Code.init(peer:)) ?? .invalidRequest
      }
    }
    return OAuthError(
      outcome: .refused, code: meant, reason: "\(source) refused.", status: head.status.code,
      peer: .init(description: words == message ? nil : message, code: code))
  }

  /// The error codes of RFC 6749 §4.1.2.1 and §5.2, and of RFC 6750 §3.1.
  private static let known: Set<String> = [
    "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client",
    "unsupported_grant_type", "unsupported_response_type", "invalid_scope", "access_denied",
    "server_error", "temporarily_unavailable", "invalid_token", "insufficient_scope",
  ]

  private static let maximumBodyLength = 16 << 10

  private static func object(_ body: Data) -> JSONObject? {
    guard body.count <= maximumBodyLength else { return nil }
    return try? JSONObject(parsing: [UInt8](body))
  }

  private static func page(_ body: Data) -> String? {
    guard !body.isEmpty, body.count <= maximumBodyLength else { return nil }
    return String(validating: body, as: UTF8.self)
  }

  private static func text(_ value: JSONValue) -> String? {
    value.stringValue ?? value.intValue.map(String.init)
  }

  /// The value of `name="value"`, or of `name=value` up to the end of the line or the next tag.
  private static func attribute(_ name: String, in text: Substring) -> String? {
    var rest = text
    while let found = rest.firstRange(of: "\(name)=") {
      let before =
        found.lowerBound == text.startIndex ? " " : text[text.index(before: found.lowerBound)]
      rest = text[found.upperBound...]
      guard before.isWhitespace || before == "," else { continue }
      let quote = rest.first
      if quote == "\"" || quote == "'" {
        let value = rest.dropFirst()
        return value.firstIndex { $0 == quote }.map { plain(value[..<$0]) }
      }
      let isLast = name == "error_description"
      return plain(rest.prefix { $0 != "<" && !$0.isNewline && (isLast || !$0.isWhitespace) })
    }
    return nil
  }

  /// The content between `<name …>` and `</name>`. Namespace prefixes are not supported.
  private static func element(_ name: String, in text: Substring) -> Substring? {
    var rest = text
    while let open = rest.firstRange(of: "<\(name)") {
      rest = rest[open.upperBound...]
      guard let next = rest.first, next == ">" || next.isWhitespace else { continue }
      guard let close = rest.firstIndex(of: ">") else { return nil }
      let content = rest[rest.index(after: close)...]
      return content.firstRange(of: "</\(name)>").map { content[..<$0.lowerBound] }
    }
    return nil
  }

  /// The text with the five XML entities decoded, and without white space at the ends.
  private static func plain(_ text: Substring) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&apos;", with: "'").replacing("&amp;", with: "&").trimmingSpaces
  }
}
