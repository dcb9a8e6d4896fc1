// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// How a hostile or broken server changes a valid response. No error about it may contain the secrets of the
/// response.
enum Spoiling: String, CaseIterable, Sendable {
  /// An HTML page that contains the response.
  case page
  /// The first half of the response.
  case half
  /// Numbers in place of secrets, and a secret in place of every value that is no text.
  case shuffled
  /// An error 500 with the response.
  case failure
  /// An error response with a secret in it.
  case refusal
  /// A redirect with a secret in the address.
  case redirect
  /// No response: the server processes the request, and the connection is closed.
  case lost

  func spoil(
    _ answer: (head: HTTPResponse, body: Data)
  ) throws(OAuthError) -> (head: HTTPResponse, body: Data) {
    var (head, body) = answer
    switch self {
    case .page:
      head.headerFields[.contentType] = "text/html"
      body = Data("<html><!-- ".utf8) + body + Data(" --></html>".utf8)
    case .half: body = body.prefix(body.count / 2)
    case .shuffled:
      guard let object = try? JSONObject(parsing: Array(body)) else { break }
      body = Data(Self.shuffled(object).serialized())
    case .failure: head.status = .internalServerError
    case .refusal:
      head.status = .badRequest
      let secret = Self.secret(of: body)
      // The error code of a server may be shown; the other members may not.
      let refusal: JSONObject = [
        "error": "invalid_request", "error_code": 21327, "request": .string(secret),
        "hint": .string(secret), "access_token": .string(secret),
      ]
      body = Data(refusal.serialized())
    case .redirect:
      head.status = .found
      head.headerFields[.location] = "https://evil.example/?access_token=" + Self.secret(of: body)
    case .lost: throw .unreachable(.connectionFailed, "The response was lost.")
    }
    head.headerFields[.contentLength] = nil
    return (head, body)
  }

  /// A secret of the response, if it has one.
  private static func secret(of body: Data) -> String {
    let object = try? JSONObject(parsing: Array(body))
    return object?.first { WireSecrets.names.contains($0.name) }?.value.stringValue ?? "nothing"
  }

  private static func shuffled(_ object: JSONObject) -> JSONObject {
    let secret =
      object.first { WireSecrets.names.contains($0.name) }?.value.stringValue ?? "nothing"
    var result = JSONObject()
    for (name, value) in object {
      let isSecret = WireSecrets.names.contains(name)
      // A text that is not secret may be shown, whatever its value is.
      result[name] = isSecret ? 7 : value.stringValue == nil ? .string(secret) : value
    }
    return result
  }
}
