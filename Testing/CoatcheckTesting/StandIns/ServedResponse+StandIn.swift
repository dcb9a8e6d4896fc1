// SPDX-License-Identifier: Apache-2.0
public import CoatcheckJOSE
public import CoatcheckServer
import Foundation
public import HTTPTypes

extension ServedResponse {
  /// A response with a JSON object, which must not be cached.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - json: The object in the body.
  ///   - fields: Further header fields.
  public static func standIn(
    _ status: HTTPResponse.Status = .ok, json: JSONObject, fields: HTTPFields = [:]
  ) -> ServedResponse {
    var head = HTTPResponse(status: status, headerFields: fields)
    head.headerFields[.contentType] = "application/json;charset=UTF-8"
    head.headerFields[.cacheControl] = "no-store"
    return ServedResponse(head: head, body: Data(json.serialized()))
  }

  /// An error response of [RFC 6749 §5.2](https://www.rfc-editor.org/rfc/rfc6749#section-5.2).
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - error: The error code, `error`.
  ///   - description: The `error_description`; nil without one.
  public static func standIn(
    _ status: HTTPResponse.Status, error: String, description: String? = nil
  ) -> ServedResponse {
    var json: JSONObject = ["error": .string(error)]
    json["error_description"] = description.map(JSONValue.string)
    return .standIn(status, json: json)
  }

  /// A response with an HTML page.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - html: The page.
  public static func standIn(
    _ status: HTTPResponse.Status = .ok, html: String
  ) -> ServedResponse {
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "text/html; charset=utf-8"
    return ServedResponse(head: head, body: Data(html.utf8))
  }

  /// A response with another body.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - text: The body, which is sent as UTF-8.
  ///   - type: The value of `Content-Type`.
  ///   - fields: Further header fields.
  public static func standIn(
    _ status: HTTPResponse.Status, text: String, type: String = "text/plain; charset=utf-8",
    fields: HTTPFields = [:]
  ) -> ServedResponse {
    var head = HTTPResponse(status: status, headerFields: fields)
    head.headerFields[.contentType] = type
    return ServedResponse(head: head, body: Data(text.utf8))
  }

  /// A redirect with the status 302.
  ///
  /// - Parameter location: The value of `Location`.
  public static func standIn(redirect location: String) -> ServedResponse {
    var head = HTTPResponse(status: .found)
    head.headerFields[.location] = location
    return ServedResponse(head: head)
  }
}
