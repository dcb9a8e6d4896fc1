// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The input of a page: a form, or the same as JSON when a script sends it.
struct HostedInput: Sendable {
  let body: JSONObject
  let isScript: Bool

  /// - Returns: Nil for a body that is neither.
  init?(_ request: ServedRequest) {
    if request.isForm {
      guard let form = try? request.form() else { return nil }
      var body = JSONObject()
      for (name, value) in form.pairs { body[name] = .string(value) }
      self.body = body
      isScript = false
    } else {
      let type = request.head.headerFields[.contentType] ?? ""
      let media = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
      guard media == "application/json",
        let body = try? JSONObject(parsing: [UInt8](request.body))
      else { return nil }
      self.body = body
      isScript = true
    }
  }

  /// A text, without the spaces around it; nil for an empty one.
  func text(_ name: String) -> String? {
    guard let text = body[name]?.stringValue else { return nil }
    let trimmed = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
    return trimmed.isEmpty ? nil : String(trimmed.prefix(300))
  }

  /// Whether a checkbox is checked.
  func isSet(_ name: String) -> Bool { body[name]?.boolValue ?? (text(name) != nil) }

  /// Whether a post came from a page of this server, by the header fields of the browser. It is a check
  /// before that of the CSRF token, which decides.
  ///
  /// A page without a referrer posts its forms with the origin `null`; then `Sec-Fetch-Site` has to be
  /// `same-origin`. [Fetch, Origin header](https://fetch.spec.whatwg.org/#origin-header), [Fetch
  /// Metadata](https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header)
  static func isOurs(_ head: HTTPRequest, origin: String) -> Bool {
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { head.headerFields[$0] }
    if let site, site != "same-origin" { return false }
    guard let sent = head.headerFields[.origin] else { return true }
    return sent == "null" ? site != nil : sent.lowercased() == origin.lowercased()
  }
}
