// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes

/// How the cookies of a server are named, written and read.
///
/// On https: `__Host-` name, `Secure`, `HttpOnly`, `SameSite=Lax`, `Path=/`. On an http loopback
/// address some browsers refuse the first two, so they are left out there and the rest stays.
/// [RFC 6265bis
/// §4.1.3](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3)
package struct CookieRules: Sendable {
  package let isSecure: Bool

  /// With which requests of other sites' pages a browser sends a cookie.
  package enum Site: String, Sendable {
    /// With those that open a page.
    case lax = "Lax"
    /// With all of them.
    case none = "None"
  }

  /// Rules for a server on https, or on loopback http.
  package init(isSecure: Bool) { self.isSecure = isSecure }

  /// The name as the browser keeps it.
  package func name(_ plain: String) -> String { isSecure ? "__Host-" + plain : plain }

  /// A `Set-Cookie` value.
  ///
  /// - Parameters:
  ///   - age: Seconds to keep; nil until the browser closes.
  ///   - site: With which requests of other sites' pages it is sent.
  package func setting(
    _ plain: String, to value: String, age: Int? = nil, site: Site = .lax
  ) -> String {
    // Browsers refuse a cookie for all sites that is not Secure.
    let site = isSecure ? site : .lax
    var parts = ["\(name(plain))=\(value)", "Path=/", "HttpOnly", "SameSite=\(site.rawValue)"]
    if isSecure { parts.append("Secure") }
    if let age { parts.append("Max-Age=\(age)") }
    return parts.joined(separator: "; ")
  }

  /// A `Set-Cookie` value that removes a cookie.
  package func removing(_ plain: String) -> String { setting(plain, to: "", age: 0) }

  /// Whether there are two cookies of one name, of which one was planted.
  package func isDouble(_ plain: String, in head: HTTPRequest) -> Bool {
    all(in: head).filter { $0.name == name(plain) }.count > 1
  }

  /// The value of a cookie.
  ///
  /// - Returns: Nil when it is absent, empty, or there twice: two cookies of one name mean that one
  ///   of them was planted.
  package func value(_ plain: String, in head: HTTPRequest) -> String? {
    let values = all(in: head).filter { $0.name == name(plain) }
    guard values.count == 1, let value = values.first?.value, !value.isEmpty else { return nil }
    return value
  }

  /// The names (without `__Host-`) of the cookies that begin with a prefix.
  package func names(beginning prefix: String, in head: HTTPRequest) -> [String] {
    let whole = name(prefix)
    return all(in: head).filter { $0.name.hasPrefix(whole) }
      .map { prefix + $0.name.dropFirst(whole.count) }
  }

  private func all(in head: HTTPRequest) -> [(name: String, value: String)] {
    head.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }.prefix(200).compactMap {
      let pair = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { return nil }
      return (trimmed(pair[0]), trimmed(pair[1]))
    }
  }

  private func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
