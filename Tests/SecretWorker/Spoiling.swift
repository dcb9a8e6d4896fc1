// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation
import HTTPTypes

/// What a hostile or broken server makes of a good answer. Whatever is said about it, the secrets that it held
/// must not be.
enum Spoiling: String, CaseIterable, Sendable {
  /// A page, with everything on it.
  case page
  /// The first half of it.
  case half
  /// Numbers where the secrets belong, and a secret where anything else than a text does.
  case shuffled
  /// A failure that shows what it failed with.
  case failure
  /// A refusal with what should have been kept beside it.
  case refusal
  /// A redirect with it in the address.
  case redirect
  /// Nothing: the server did what it was asked, and the line is cut.
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
      // What a server calls its error is shown: these are its own words. The rest is not.
      let refusal: JSONObject = [
        "error": "invalid_request", "error_code": 21327, "request": .string(secret),
        "hint": .string(secret), "access_token": .string(secret),
      ]
      body = Data(refusal.serialized())
    case .redirect:
      head.status = .found
      head.headerFields[.location] = "https://evil.example/?access_token=" + Self.secret(of: body)
    case .lost: throw .unreachable(.connectionFailed, "The answer was lost.")
    }
    head.headerFields[.contentLength] = nil
    return (head, body)
  }

  /// A secret of the answer, if it holds one.
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
      // A text that is not secret is a word that a program may show, whatever a server writes there.
      result[name] = isSecret ? 7 : value.stringValue == nil ? .string(secret) : value
    }
    return result
  }
}
