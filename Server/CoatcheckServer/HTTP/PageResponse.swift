// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPTypes

extension ServedResponse {
  /// A page for a user.
  ///
  /// - Parameter destination: The redirect URI its form may end at, after our own redirect:
  ///   browsers check that against the policy too.
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

  /// Sends the browser on.
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

  /// Adds cookies, each a value of `Set-Cookie`.
  package mutating func set(_ cookies: [String]) {
    for cookie in cookies { head.headerFields.append(HTTPField(name: .setCookie, value: cookie)) }
  }

  /// Lets a page do more than every page may: a directive of its Content Security Policy.
  mutating func allow(_ directive: String) {
    let policy = head.headerFields[.contentSecurityPolicy] ?? ""
    head.headerFields[.contentSecurityPolicy] = policy + "; " + directive
  }

  /// The source expression for a redirect URI: scheme and host where that can be said, else the
  /// scheme.
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
