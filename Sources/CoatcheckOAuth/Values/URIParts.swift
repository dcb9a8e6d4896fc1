// SPDX-License-Identifier: Apache-2.0

/// A URI taken apart, strictly and without repairs.
///
/// Only the characters of [RFC 3986 §2](https://www.rfc-editor.org/rfc/rfc3986#section-2) are
/// allowed, so there is no backslash, space, control or non-ASCII character to be read in two ways.
struct URIParts: Sendable {
  /// The part between `//` and the path; its host is empty in `file:///x` and
  /// `com.example.app:///x`.
  struct Authority: Sendable {
    let userInfo: String?
    let host: String
    let port: Int?

    /// Whether the host is this machine, by a literal address or by the name `localhost`.
    var isLoopback: Bool {
      if host == "localhost" || host == "[::1]" { return true }
      let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
      // "127.0.0.1.example" is a name anyone can own, so exactly four decimal numbers.
      return numbers.count == 4 && numbers[0] == "127"
        && numbers.allSatisfy { UInt8($0) != nil && $0.allSatisfy(\.isNumber) }
    }

    /// `host` or `host:port`, as an HTTP request names it.
    var text: String { port.map { "\(host):\($0)" } ?? host }
  }

  /// In lower case.
  let scheme: String
  let authority: Authority?
  let path: String
  let query: String?
  let fragment: String?

  /// Whether it is `http` or `https` with a host.
  var isWeb: Bool { (scheme == "https" || scheme == "http") && authority != nil }

  /// Nil when the text is no absolute URI.
  init?(_ text: String) {
    guard Self.hasOnlyURICharacters(text), let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    guard let first = scheme.utf8.first, Self.isLetter(first),
      scheme.utf8.allSatisfy({ Self.isLetter($0) || Self.isDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    self.scheme = scheme.lowercased()

    var rest = text[text.index(after: colon)...]
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    } else {
      fragment = nil
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    } else {
      query = nil
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      guard let authority = Self.authority(rest[..<end]),
        // RFC 9110 §4.2.1: "A sender MUST NOT generate an "http" URI with an empty host
        // identifier."
        !authority.host.isEmpty || (self.scheme != "https" && self.scheme != "http")
      else { return nil }
      self.authority = authority
      rest = rest[end...]
    } else {
      authority = nil
    }
    path = String(rest)
  }

  private static func authority(_ text: Substring) -> Authority? {
    var rest = text
    var userInfo: String?
    if let at = rest.lastIndex(of: "@") {
      userInfo = String(rest[..<at])
      rest = rest[rest.index(after: at)...]
    }
    let hostEnd: Substring.Index
    if rest.hasPrefix("[") {
      guard let bracket = rest.firstIndex(of: "]") else { return nil }
      let address = rest[rest.index(after: rest.startIndex)..<bracket]
      guard address.contains(":"),
        address.utf8.allSatisfy({ isHex($0) || $0 == 0x3A || $0 == 0x2E })
      else { return nil }
      hostEnd = rest.index(after: bracket)
    } else {
      hostEnd = rest.firstIndex(of: ":") ?? rest.endIndex
      guard
        rest[..<hostEnd].utf8.allSatisfy({ isLetter($0) || isDigit($0) || "-._~".utf8.contains($0) }
        )
      else { return nil }
    }
    let host = rest[..<hostEnd].lowercased()
    if text.isEmpty { return Authority(userInfo: nil, host: "", port: nil) }
    guard !host.isEmpty else { return nil }
    guard hostEnd < rest.endIndex else {
      return Authority(userInfo: userInfo, host: host, port: nil)
    }
    let digits = rest[hostEnd...].dropFirst()
    guard rest[hostEnd] == ":", !digits.isEmpty, digits.utf8.count <= 5,
      digits.utf8.allSatisfy(isDigit), let port = Int(digits), (1...65535).contains(port)
    else { return nil }
    return Authority(userInfo: userInfo, host: host, port: port)
  }

  private static func hasOnlyURICharacters(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var hashes = 0
    for (index, byte) in bytes.enumerated() {
      if isLetter(byte) || isDigit(byte) || "-._~:/?[]@!$&'()*+,;=".utf8.contains(byte) { continue }
      if byte == 0x23 {
        hashes += 1
        guard hashes == 1 else { return false }
      } else if byte == 0x25 {
        guard index + 2 < bytes.count, isHex(bytes[index + 1]), isHex(bytes[index + 2])
        else { return false }
      } else {
        return false
      }
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
}
