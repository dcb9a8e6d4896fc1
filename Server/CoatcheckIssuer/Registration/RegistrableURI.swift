// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Checks the URIs in a registration, which come from an untrusted client.
package enum RegistrableURI {
  /// The hosts for which `http` is accepted: loopback addresses.
  private static let loopback = ["127.0.0.1", "[::1]", "localhost"]

  /// Whether a URI can be a redirect URI: `https`, `http` on a loopback address, or a private-use scheme.
  ///
  /// "the authorization server … MUST … reject … private-use URI schemes that don't contain at least one
  /// period". [RFC 8252 §8.4](https://www.rfc-editor.org/rfc/rfc8252#section-8.4)
  package static func isRedirect(_ text: String) -> Bool {
    guard let parts = parts(of: text) else { return false }
    switch parts.scheme {
    case "https": return host(of: parts).map { isName($0) } ?? false
    case "http": return host(of: parts).map { loopback.contains($0) } ?? false
    default:
      // "apps MUST use a URI scheme based on a domain name under their control".
      return parts.scheme.contains(".") && text.utf8.count > parts.scheme.utf8.count + 1
    }
  }

  /// Whether a URI can be a link on a page.
  package static func isLink(_ text: String) -> Bool {
    guard let parts = parts(of: text), parts.scheme == "https" else { return false }
    return host(of: parts).map { isName($0) } ?? false
  }

  /// The host of an `https` URI; nil for other URIs.
  package static func host(of text: String) -> String? {
    parts(of: text).flatMap { $0.scheme == "https" ? host(of: $0) : nil }
  }

  /// The parts of a URI; nil when the text is not an absolute URI, or has a fragment.
  private static func parts(of text: String) -> URIParts? {
    guard text.utf8.count <= 2_048, let parts = URIParts(text), parts.fragment == nil else {
      return nil
    }
    return parts
  }

  /// The host of a URI; nil without one, or when there is user information before it.
  private static func host(of parts: URIParts) -> String? {
    parts.authority.flatMap { $0.userInfo == nil ? $0.host : nil }
  }

  private static func isName(_ host: String) -> Bool {
    host.hasPrefix("[")
      || host.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || ".-".utf8.contains(byte)
      }
  }
}
