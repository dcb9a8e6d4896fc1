// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
package import HTTPTypes
package import CoatcheckFoundation

/// How a resource server reports that an access token is no longer valid, so that the client refreshes it
/// and repeats the request.
public struct TokenRejectionRule: Sendable, Hashable {
  private enum Sign: Sendable, Hashable {
    case bearer
    case status
    case member(String, values: [String])
    case words([String])
  }

  private let status: Int
  private let sign: Sign

  /// The maximum length of a body that is read to check the rule.
  package static let maximumBodyLength = 16 << 10

  /// The rule of the specification: status 401, with `invalid_token` or no error code in the Bearer
  /// challenge, or without any challenge.
  ///
  /// [RFC 6750 §3.1](https://www.rfc-editor.org/rfc/rfc6750#section-3.1).
  public static let bearer = TokenRejectionRule(status: 401, sign: .bearer)

  /// A status that always means an invalid access token, whatever the response holds besides.
  ///
  /// - Parameter code: The HTTP status, such as 401.
  public static func status(_ code: Int) -> TokenRejectionRule {
    TokenRejectionRule(status: code, sign: .status)
  }

  /// Status 401 with one of some words in a `WWW-Authenticate` field, whatever its scheme, for services
  /// that are older than the specification.
  ///
  /// - Parameter words: The words. They are found anywhere in the field, and their case counts.
  public static func challenge(words: String...) -> TokenRejectionRule {
    TokenRejectionRule(status: 401, sign: .words(words))
  }

  /// A status with a JSON object that names the error.
  ///
  /// - Parameters:
  ///   - status: The HTTP status.
  ///   - member: The member of the object that names the error; dots lead into nested objects, as in
  ///     `error.code`.
  ///   - values: The texts or whole numbers that mean an invalid access token.
  public static func json(status: Int, member: String, values: String...) -> TokenRejectionRule {
    TokenRejectionRule(status: status, sign: .member(member, values: values))
  }

  package func wantsBody(of response: HTTPResponse) -> Bool {
    guard response.status.code == status, case .member = sign else { return false }
    return true
  }

  package func fits(_ response: HTTPResponse, _ body: Data) -> Bool {
    guard response.status.code == status else { return false }
    switch sign {
    case .status: return true
    case .bearer:
      // "the resource SHOULD respond with the HTTP 401 (Unauthorized) status code. The client MAY request
      // a new access token and retry the protected resource request." Many services send no challenge.
      let fields = response.headerFields[values: .wwwAuthenticate]
      guard let challenge = BearerChallenge(fields: fields) else { return fields.isEmpty }
      return challenge.error == nil || challenge.error == .invalidToken
    case .words(let words):
      let fields = response.headerFields[values: .wwwAuthenticate]
      return words.contains { word in fields.contains { $0.contains(word) } }
    case .member(let path, let values):
      guard body.count < Self.maximumBodyLength, let json = try? JSONValue(parsing: Array(body))
      else {
        return false
      }
      let found = path.split(separator: ".").reduce(Optional(json)) { value, name in
        value?.objectValue?[String(name)]
      }
      let text = found.flatMap { $0.stringValue ?? $0.intValue.map(String.init) }
      return text.map { text in values.contains { $0.isExactly(text) } } ?? false
    }
  }
}

extension TokenRejectionRule {
  /// The rule as JSON, which is stored with a dialect.
  var json: JSONValue {
    var json: JSONObject = ["status": .number(JSONNumber(status))]
    switch sign {
    case .bearer: json["sign"] = "bearer"
    case .status: json["sign"] = "status"
    case .words(let words):
      json["sign"] = "words"
      json["values"] = .array(words.map(JSONValue.string))
    case .member(let path, let values):
      json["sign"] = "member"
      json["member"] = .string(path)
      json["values"] = .array(values.map(JSONValue.string))
    }
    return .object(json)
  }

  /// Reads a stored rule; nil when it cannot be read.
  init?(json: JSONValue) {
    guard let json = json.objectValue, let status = json["status"]?.intValue else { return nil }
    let values = (json["values"]?.arrayValue ?? []).compactMap(\.stringValue)
    switch (json["sign"]?.stringValue, json["member"]?.stringValue) {
    case ("bearer", _): self.init(status: status, sign: .bearer)
    case ("status", _): self.init(status: status, sign: .status)
    case ("words", _): self.init(status: status, sign: .words(values))
    case ("member", let path?): self.init(status: status, sign: .member(path, values: values))
    default: return nil
    }
  }
}
