// SPDX-License-Identifier: Apache-2.0
package import HTTPTypes

/// How the cookies of a server are named, written and read.
///
/// On `https`: a name with `__Host-`, `Secure`, `HttpOnly`, `SameSite=Lax` and `Path=/`. On `http` at a
/// loopback address, the first two are omitted, since some browsers refuse them there.
/// [RFC 6265bis
/// §4.1.3](https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3)
package struct CookieRules: Sendable {
  package let isSecure: Bool

  /// The value of `SameSite`: which requests from pages of other sites contain the cookie.
  package enum Site: String, Sendable {
    /// Navigations to a page only.
    case lax = "Lax"
    /// All requests.
    case none = "None"
  }

  /// Creates the rules for a server on `https`, or on `http` at a loopback address.
  package init(isSecure: Bool) { self.isSecure = isSecure }

  /// The name in the browser: with `__Host-` on `https`.
  package func name(_ plain: String) -> String { isSecure ? "__Host-" + plain : plain }

  /// A `Set-Cookie` value.
  ///
  /// - Parameters:
  ///   - plain: The name of the cookie, without `__Host-`.
  ///   - value: Its value.
  ///   - age: The lifetime in seconds; nil for a cookie that lasts until the browser is closed.
  ///   - site: Which requests from pages of other sites contain the cookie.
  package func setting(
    _ plain: String, to value: String, age: Int? = nil, site: Site = .lax
  ) -> String {
    // Browsers refuse a cookie with `SameSite=None` and without `Secure`.
    let site = isSecure ? site : .lax
    var parts = ["\(name(plain))=\(value)", "Path=/", "HttpOnly", "SameSite=\(site.rawValue)"]
    if isSecure { parts.append("Secure") }
    if let age { parts.append("Max-Age=\(age)") }
    return parts.joined(separator: "; ")
  }

  /// A `Set-Cookie` value that removes a cookie.
  package func removing(_ plain: String) -> String { setting(plain, to: "", age: 0) }

  /// The values of all cookies with one name. If there are two, an attacker has set one of them.
  package func values(_ plain: String, in head: HTTPRequest) -> [String] {
    let wanted = name(plain).utf8
    var values: [String] = []
    forEach(in: head) { name, value in
      if name.elementsEqual(wanted) { values.append(String(decoding: value, as: UTF8.self)) }
    }
    return values
  }

  /// The value of a cookie.
  ///
  /// - Returns: Nil when it is absent, empty or repeated: of two cookies with the same name, an attacker
  ///   has set one.
  package func value(_ plain: String, in head: HTTPRequest) -> String? {
    let values = values(plain, in: head)
    guard values.count == 1, let value = values.first, !value.isEmpty else { return nil }
    return value
  }

  /// The names of the cookies that begin with a prefix, without `__Host-`.
  package func names(beginning prefix: String, in head: HTTPRequest) -> [String] {
    let whole = name(prefix).utf8
    var names: [String] = []
    forEach(in: head) { name, _ in
      guard name.starts(with: whole) else { return }
      names.append(prefix + String(decoding: name.dropFirst(whole.count), as: UTF8.self))
    }
    return names
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// Calls a function with name and value of each cookie, of at most 200, without copying them.
  private func forEach(in head: HTTPRequest, _ body: (_ name: Bytes, _ value: Bytes) -> Void) {
    var left = 200
    for field in head.headerFields where field.name == .cookie {
      var text = field.value
      text.withUTF8 { bytes in
        var rest = bytes[...]
        while !rest.isEmpty, left > 0 {
          let pair = rest.prefix { $0 != UInt8(ascii: ";") }
          rest = rest.dropFirst(pair.count + 1)
          guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
          left -= 1
          body(Self.trimmed(pair[..<equals]), Self.trimmed(pair[(equals + 1)...]))
        }
      }
    }
  }

  private static func trimmed(_ text: Bytes) -> Bytes {
    var text = text.drop { $0 == UInt8(ascii: " ") }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return text
  }
}
