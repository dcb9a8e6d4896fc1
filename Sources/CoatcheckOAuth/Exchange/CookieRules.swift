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

  /// Which requests that pages of other sites cause carry a cookie: `SameSite`.
  package enum Site: String, Sendable {
    /// Those that open a page.
    case lax = "Lax"
    /// All of them.
    case none = "None"
  }

  /// Creates the rules for a server on https, or on loopback http.
  package init(isSecure: Bool) { self.isSecure = isSecure }

  /// The name as the browser keeps it.
  package func name(_ plain: String) -> String { isSecure ? "__Host-" + plain : plain }

  /// A `Set-Cookie` value.
  ///
  /// - Parameters:
  ///   - plain: The name of the cookie, without `__Host-`.
  ///   - value: Its value.
  ///   - age: How long browsers keep it, in seconds; nil until the browser closes.
  ///   - site: Which requests that pages of other sites cause carry it.
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

  /// The values of the cookies of one name. Of two of them, an attacker set one.
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
  /// - Returns: Nil when it is absent, empty, or there twice: of two cookies of one name, an attacker set
  ///   one.
  package func value(_ plain: String, in head: HTTPRequest) -> String? {
    let values = values(plain, in: head)
    guard values.count == 1, let value = values.first, !value.isEmpty else { return nil }
    return value
  }

  /// The names (without `__Host-`) of the cookies that begin with a prefix.
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

  /// Goes through the names and values of the cookies, 200 at most, in place: each request has some.
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
