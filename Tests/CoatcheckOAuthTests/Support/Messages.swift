// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// A request without a body as a server gets it.
func get(
  _ path: String, method: HTTPRequest.Method = .get
) -> (head: HTTPRequest, body: Data) {
  (HTTPRequest(method: method, scheme: "https", authority: "op.example", path: path), Data())
}

/// A POST of a form as a server gets it.
func post(
  _ form: String, path: String = "/token",
  type: String? = "application/x-www-form-urlencoded", authorization: [String] = []
) -> (head: HTTPRequest, body: Data) {
  var fields = HTTPFields()
  if let type { fields[.contentType] = type }
  for value in authorization { fields.append(HTTPField(name: .authorization, value: value)) }
  return (
    HTTPRequest(
      method: .post, scheme: "https", authority: "op.example", path: path, headerFields: fields),
    Data(form.utf8)
  )
}

/// A response with a body.
func response(
  _ status: Int = 200, _ body: String, type: String? = "application/json",
  fields: HTTPFields = HTTPFields()
) -> (head: HTTPResponse, body: Data) {
  var fields = fields
  if let type { fields[.contentType] = type }
  return (HTTPResponse(status: .init(code: status), headerFields: fields), Data(body.utf8))
}

/// A response with a JSON object.
func response(
  _ status: Int = 200, _ json: JSONObject, type: String? = "application/json"
) -> (head: HTTPResponse, body: Data) {
  response(status, String(decoding: json.serialized(), as: UTF8.self), type: type)
}

extension Exchange {
  /// Reads a response at the start of the tests' time.
  func reply(_ message: (head: HTTPResponse, body: Data)) throws(OAuthError) -> Reply {
    try reply(head: message.head, body: message.body, receivedAt: start)
  }
}

extension ServedExchange {
  static func received(_ message: (head: HTTPRequest, body: Data)) throws(OAuthError) -> Received {
    try received(head: message.head, body: message.body)
  }
}

extension Parameters {
  /// These parameters with some changed; nil removes one.
  func changing(_ changes: [String: String?]) -> Parameters {
    var changed = self
    for (name, value) in changes { changed[name] = value }
    return changed
  }

  /// The parameters of an authorization request.
  static func received(
    _ message: (head: HTTPRequest, body: Data)
  ) throws(OAuthError) -> Parameters {
    try AuthorizationRequest.parameters(head: message.head, body: message.body)
  }
}

extension URL {
  /// The parameters of the query.
  var parameters: Parameters {
    get throws { try Parameters(decoding: absoluteString.drop { $0 != "?" }.dropFirst()) }
  }
}

extension Data {
  var text: String { String(decoding: self, as: UTF8.self) }
}
