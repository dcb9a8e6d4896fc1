// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth

/// Which addresses of strangers are taken into a registration.
package enum RegistrableURI {
  /// Hosts that are this machine.
  private static let loopback = ["127.0.0.1", "[::1]", "localhost"]

  /// Whether answers may be sent there: `https`, `http` on this machine, or an app's own scheme.
  ///
  /// "the authorization server … MUST … reject … private-use URI schemes that don't contain at least one
  /// period". [RFC 8252 §8.4](https://www.rfc-editor.org/rfc/rfc8252#section-8.4)
  package static func isRedirect(_ text: String) -> Bool {
    guard let scheme = scheme(of: text) else { return false }
    switch scheme {
    case "https": return host(of: text).map { isName($0) } ?? false
    case "http": return host(of: text).map { loopback.contains($0) } ?? false
    default:
      // "apps MUST use a URI scheme based on a domain name under their control".
      return scheme.contains(".") && text.utf8.count > scheme.utf8.count + 1
    }
  }

  /// Whether a page may point people there.
  package static func isLink(_ text: String) -> Bool {
    scheme(of: text) == "https" && host(of: text).map { isName($0) } ?? false
  }

  /// The scheme in small letters; nil when the text is no absolute URI of plain characters, or has a
  /// fragment.
  private static func scheme(of text: String) -> String? {
    guard text.utf8.count <= 2_048, let colon = text.firstIndex(of: ":"),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}#".utf8.contains($0) })
    else { return nil }
    let scheme = text[..<colon]
    guard scheme.first?.isLetter == true,
      scheme.utf8.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || "+-.".utf8.contains(byte)
      })
    else { return nil }
    return scheme.lowercased()
  }

  /// The host of a web address, without a person's name before it; nil when there is one, or none.
  private static func host(of text: String) -> String? {
    guard let start = text.firstRange(of: "://")?.upperBound else { return nil }
    let authority = text[start...].prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else { return nil }
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      let rest = authority[authority.index(after: end)...]
      return rest.isEmpty || isPort(rest) ? String(authority[...end]).lowercased() : nil
    }
    let host = authority.prefix { $0 != ":" }
    let rest = authority.dropFirst(host.count)
    guard !host.isEmpty, rest.isEmpty || isPort(rest) else { return nil }
    return host.lowercased()
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && (Int(text.dropFirst()).map { (1...65_535).contains($0) } ?? false)
      && text.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isName(_ host: String) -> Bool {
    host.hasPrefix("[")
      || host.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || ".-".utf8.contains(byte)
      }
  }
}
