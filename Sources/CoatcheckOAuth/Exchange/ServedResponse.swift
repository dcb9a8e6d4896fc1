// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import HTTPTypes
import CoatcheckFoundation

/// Writes the responses of a server.
enum ServedResponse {
  /// A JSON object that must not be cached.
  ///
  /// RFC 6749 §5.1: "The authorization server MUST include the HTTP "Cache-Control" response header
  /// field with a value of "no-store" in any response containing tokens, credentials, or other
  /// sensitive information."
  static func json(
    _ object: JSONObject, status: HTTPResponse.Status = .ok, fields: HTTPFields = HTTPFields()
  ) -> (head: HTTPResponse, body: Data) {
    message(
      Data(object.serialized()), type: MediaType.json, caching: "no-store", status: status, fields)
  }

  /// A public JSON document, which may be cached for five minutes.
  static func document(_ object: JSONObject, type: String) -> (head: HTTPResponse, body: Data) {
    message(
      Data(object.serialized()), type: type, caching: "public, max-age=300", status: .ok,
      HTTPFields())
  }

  /// A JWT that must not be cached.
  static func jwt(_ jwt: Secret, type: String) -> (head: HTTPResponse, body: Data) {
    message(Data(jwt.reveal().utf8), type: type, caching: "no-store", status: .ok, HTTPFields())
  }

  /// An empty body.
  static func empty(
    status: HTTPResponse.Status, fields: HTTPFields = HTTPFields()
  ) -> (head: HTTPResponse, body: Data) {
    message(Data(), type: nil, caching: "no-store", status: status, fields)
  }

  /// The error response of [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2).
  ///
  /// - Parameter allowed: The methods of the endpoint, for a 405.
  static func refusal(_ error: OAuthError, allowed: String) -> (head: HTTPResponse, body: Data) {
    let wire = ErrorResponse(error)
    var fields = HTTPFields()
    if wire.status == 401 {
      // "If the client attempted to authenticate via the "Authorization" request header field, the
      // authorization server MUST respond with an HTTP 401 (Unauthorized) status code and include
      // the "WWW-Authenticate" response header field matching the authentication scheme used by the
      // client."
      fields[.wwwAuthenticate] = "Basic realm=\"oauth\", charset=\"UTF-8\""
    }
    if wire.status == 405 { fields[.allow] = allowed }
    if let wait = error.retryAfter { fields[.retryAfter] = RetryAfter.value(wait) }
    return json(wire.json, status: HTTPResponse.Status(code: wire.status), fields: fields)
  }

  private static func message(
    _ body: Data, type: String?, caching: String, status: HTTPResponse.Status, _ extra: HTTPFields
  ) -> (head: HTTPResponse, body: Data) {
    var fields = extra
    if let type { fields[.contentType] = type }
    fields[.cacheControl] = caching
    if let pragma = HTTPField.Name("Pragma"), caching == "no-store" { fields[pragma] = "no-cache" }
    return (HTTPResponse(status: status, headerFields: fields), body)
  }
}
