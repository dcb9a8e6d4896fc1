// SPDX-License-Identifier: Apache-2.0

import CoatcheckFoundation
import CoatcheckJOSE
import HTTPTypes

/// A response of the sign-in's own routes. It is never cached.
struct WebAnswer: Sendable {
  var head: HTTPResponse
  var body = Data()

  init(status: HTTPResponse.Status) {
    head = HTTPResponse(status: status)
    head.headerFields[.cacheControl] = "no-store"
    head.headerFields[values: .vary] = ["Cookie"]
    head.headerFields[named: "X-Content-Type-Options"] = "nosniff"
    // The address of a callback contains the authorization code.
    head.headerFields[named: "Referrer-Policy"] = "no-referrer"
  }

  /// Sends the browser to another address by a GET, whatever the request was.
  ///
  /// [RFC 9700 §4.12](https://www.rfc-editor.org/rfc/rfc9700#section-4.12): "the HTTP status code 303".
  static func redirect(to address: String, setting cookies: [String] = []) -> WebAnswer {
    var answer = WebAnswer(status: .seeOther)
    answer.head.headerFields[.location] = address
    answer.set(cookies)
    return answer
  }

  /// A JSON object, for scripts.
  static func json(_ object: JSONObject, status: HTTPResponse.Status) -> WebAnswer {
    var answer = WebAnswer(status: status)
    answer.head.headerFields[.contentType] = "application/json"
    answer.body = Data(object.serialized())
    return answer
  }

  mutating func set(_ cookies: [String]) {
    head.headerFields[values: .setCookie].append(contentsOf: cookies)
  }
}
