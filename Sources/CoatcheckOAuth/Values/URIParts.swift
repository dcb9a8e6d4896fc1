// SPDX-License-Identifier: Apache-2.0

/// The parts of a URI, parsed strictly and without repairs.
///
/// Only the characters of [RFC 3986 §2](https://www.rfc-editor.org/rfc/rfc3986#section-2) are allowed. Parsers
/// interpret backslashes, spaces, control and non-ASCII characters differently.
package struct URIParts: Sendable {
  /// The part between `//` and the path; its host is empty in `file:///x` and
  /// `com.example.app:///x`.
  package struct Authority: Sendable {
    package let userInfo: String?
    package let host: String
    package let port: Int?

    /// Whether the host is this machine, by a literal address or by the name `localhost`.
    package var isLoopback: Bool {
      if host == "localhost" || host == "[::1]" { return true }
      let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
      // Exactly four decimal numbers, since `127.0.0.1.example` is a name that any party can register.
      return numbers.count == 4 && numbers[0] == "127"
        && numbers.allSatisfy { UInt8($0) != nil && $0.allSatisfy(\.isNumber) }
    }

    /// `host` or `host:port`, as an HTTP request names it.
    package var text: String { port.map { "\(host):\($0)" } ?? host }
  }

  /// In lower case.
  package let scheme: String
  package let authority: Authority?
  package let path: String
  package let query: String?
  package let fragment: String?

  /// Whether it is `http` or `https` with a host.
  package var isWeb: Bool { (scheme == "https" || scheme == "http") && authority != nil }

  /// Parses a URI; nil when the text is not an absolute one.
  package init?(_ text: String) {
    // Optimized to read bytes, since every request is parsed by this, some several times.
    var text = text
    guard let parts = text.withUTF8(Self.read) else { return nil }
    self = parts
  }

  private init(
    scheme: String, authority: Authority?, path: String, query: String?, fragment: String?
  ) {
    self.scheme = scheme
    self.authority = authority
    self.path = path
    self.query = query
    self.fragment = fragment
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private static func read(_ bytes: Bytes) -> URIParts? {
    guard let marks = marks(in: bytes), let colon = marks.colon, colon > 0, isLetter(bytes[0]),
      bytes[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || isSchemeMark($0) })
    else { return nil }
    let scheme = string(bytes, 0..<colon).lowercased()
    let fragment = marks.hash.map { string(bytes, $0 + 1..<bytes.count) }
    let end = marks.hash ?? bytes.count
    let query = marks.question.map { string(bytes, $0 + 1..<end) }
    let pathEnd = marks.question ?? end
    var start = colon + 1
    var authority: Authority?
    if start + 1 < pathEnd, bytes[start] == 0x2F, bytes[start + 1] == 0x2F {
      let slash = bytes[(start + 2)..<pathEnd].firstIndex(of: 0x2F) ?? pathEnd
      authority = Self.authority(bytes, start + 2..<slash)
      guard let authority,
        // RFC 9110 §4.2.1: "A sender MUST NOT generate an "http" URI with an empty host
        // identifier."
        !authority.host.isEmpty || (scheme != "https" && scheme != "http")
      else { return nil }
      start = slash
    }
    return URIParts(
      scheme: scheme, authority: authority, path: string(bytes, start..<pathEnd), query: query,
      fragment: fragment)
  }

  /// The positions of the delimiters; nil when there is a character that is not permitted in a URI.
  private static func marks(in bytes: Bytes) -> (colon: Int?, question: Int?, hash: Int?)? {
    var colon: Int?
    var question: Int?
    var hash: Int?
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: break
      // - . _ ~ / [ ] @ ! $ & ' ( ) * + , ; =
      case 0x2D, 0x2E, 0x5F, 0x7E, 0x2F, 0x5B, 0x5D, 0x40, 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D:
        break
      case 0x3A: colon = colon ?? index
      case 0x3F: if hash == nil { question = question ?? index }
      case 0x23:
        guard hash == nil else { return nil }
        hash = index
      case 0x25:
        guard index + 2 < bytes.count, isHex(bytes[index + 1]), isHex(bytes[index + 2])
        else { return nil }
        index += 2
      default: return nil
      }
      index += 1
    }
    return (colon, question, hash)
  }

  private static func authority(_ bytes: Bytes, _ range: Range<Int>) -> Authority? {
    if range.isEmpty { return Authority(userInfo: nil, host: "", port: nil) }
    let at = bytes[range].lastIndex(of: 0x40)
    let userInfo = at.map { string(bytes, range.lowerBound..<$0) }
    let start = at.map { $0 + 1 } ?? range.lowerBound
    let end: Int
    if start < range.upperBound, bytes[start] == 0x5B {
      guard let bracket = bytes[start..<range.upperBound].firstIndex(of: 0x5D) else { return nil }
      let address = bytes[(start + 1)..<bracket]
      guard address.contains(0x3A),
        address.allSatisfy({ isHex($0) || $0 == 0x3A || $0 == 0x2E })
      else { return nil }
      end = bracket + 1
    } else {
      end = bytes[start..<range.upperBound].firstIndex(of: 0x3A) ?? range.upperBound
      guard bytes[start..<end].allSatisfy({ isLetter($0) || isDigit($0) || isHostMark($0) })
      else { return nil }
    }
    guard start < end else { return nil }
    let host = string(bytes, start..<end).lowercased()
    guard end < range.upperBound else {
      return Authority(userInfo: userInfo, host: host, port: nil)
    }
    let digits = bytes[(end + 1)..<range.upperBound]
    guard bytes[end] == 0x3A, !digits.isEmpty, digits.count <= 5, digits.allSatisfy(isDigit)
    else { return nil }
    let port = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard (1...65535).contains(port) else { return nil }
    return Authority(userInfo: userInfo, host: host, port: port)
  }

  private static func string(_ bytes: Bytes, _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
  }
  /// `+`, `-` and `.`
  private static func isSchemeMark(_ byte: UInt8) -> Bool {
    byte == 0x2B || byte == 0x2D || byte == 0x2E
  }
  /// `-`, `.`, `_` and `~`
  private static func isHostMark(_ byte: UInt8) -> Bool {
    byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }
}
