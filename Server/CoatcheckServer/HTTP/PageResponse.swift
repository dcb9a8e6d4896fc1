// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPTypes

extension ServedResponse {
  /// A response with an HTML page.
  ///
  /// - Parameter destination: The redirect URI to which the form of the page can lead: browsers apply
  ///   `form-action` to redirects as well.
  package static func page(
    _ status: HTTPResponse.Status, _ html: String, destination: String? = nil
  ) -> ServedResponse {
    var head = HTTPResponse(status: status)
    head.headerFields[.contentType] = "text/html; charset=utf-8"
    head.headerFields[.cacheControl] = "no-store"
    let formAction = (["'self'"] + [destination.flatMap(origin(of:))].compactMap(\.self))
      .joined(separator: " ")
    // "Authorization servers MUST prevent clickjacking attacks … using a Content Security Policy
    // with frame-ancestors". https://www.rfc-editor.org/rfc/rfc9700#section-4.16
    head.headerFields[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'self'; form-action \(formAction); "
      + "frame-ancestors 'none'; base-uri 'none'"
    Hardening.set("X-Frame-Options", "DENY", in: &head)
    return ServedResponse(head: head, body: Data(html.utf8))
  }

  /// A redirect with status 303.
  ///
  /// "the authorization server MUST NOT use HTTP status code 307 … it is RECOMMENDED to use HTTP
  /// status code 303". [RFC 9700 §4.12](https://www.rfc-editor.org/rfc/rfc9700#section-4.12)
  package static func seeOther(_ location: String, cookies: [String] = []) -> ServedResponse {
    var head = HTTPResponse(status: .seeOther)
    head.headerFields[.location] = location
    head.headerFields[.cacheControl] = "no-store"
    var response = ServedResponse(head: head)
    response.set(cookies)
    return response
  }

  /// Adds `Set-Cookie` header fields.
  package mutating func set(_ cookies: [String]) {
    for cookie in cookies { head.headerFields.append(HTTPField(name: .setCookie, value: cookie)) }
  }

  /// Adds a directive to the Content Security Policy of a page.
  mutating func allow(_ directive: String) {
    let policy = head.headerFields[.contentSecurityPolicy] ?? ""
    head.headerFields[.contentSecurityPolicy] = policy + "; " + directive
  }

  /// The CSP source expression for a redirect URI: scheme and host, or only the scheme of a private-use
  /// URI.
  package static func origin(of uri: String) -> String? {
    guard let colon = uri.firstIndex(of: ":") else { return nil }
    let scheme = uri[..<colon].lowercased()
    guard scheme.utf8.allSatisfy({ isPlain($0) || $0 == 0x2B || $0 == 0x2E || $0 == 0x2D }) else {
      return nil
    }
    let rest = uri[uri.index(after: colon)...]
    guard scheme == "https" || scheme == "http", rest.hasPrefix("//") else { return scheme + ":" }
    let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let isNamed =
      !authority.isEmpty
      && authority.utf8.allSatisfy { isPlain($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x3A }
    return isNamed ? "\(scheme)://\(authority)" : scheme + ":"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
