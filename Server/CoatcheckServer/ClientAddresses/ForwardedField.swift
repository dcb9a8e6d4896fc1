// SPDX-License-Identifier: Apache-2.0

/// Parses `Forwarded` and `X-Forwarded-For`, in which proxies name the sender of a request.
enum ForwardedField {
  /// The hops of `X-Forwarded-For`, in the order in which proxies added them.
  ///
  /// - Parameter lines: The field's lines in the order in which they came.
  static func hops(olderLines lines: [String]) -> [ForwardedHop] {
    // "A recipient MUST parse and ignore a reasonable number of empty list elements".
    // https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1.2
    lines.joined(separator: ",").split(separator: ",").compactMap { element in
      let node = trimmed(element)
      return node.isEmpty ? nil : ForwardedHop(node: node, allowsBareIPv6: true)
    }
  }

  /// The hops of `Forwarded`, in the order in which proxies added them.
  ///
  /// Each line is parsed separately, so that an open quotation mark in the line of a client does not reach
  /// into the next one. A malformed line counts as one unknown hop, because the start of its last element
  /// is uncertain.
  ///
  /// - Parameter lines: The field's lines in the order in which they came.
  static func hops(lines: [String]) -> [ForwardedHop] {
    lines.flatMap { line in
      var reader = ForwardedReader(line)
      return reader.elements() ?? [.unknown]
    }
  }

  static func trimmed(_ text: Substring) -> Substring {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }
}

/// Parses one line of `Forwarded`.
///
/// "Forwarded = 1#forwarded-element, forwarded-element = [ forwarded-pair ] *( ";" [ forwarded-pair ] ),
/// forwarded-pair = token "=" value, value = token / quoted-string".
/// [RFC 7239 §4](https://www.rfc-editor.org/rfc/rfc7239#section-4)
private struct ForwardedReader {
  private enum Element {
    case empty
    case hop(ForwardedHop)
  }

  private var rest: Substring.UTF8View

  init(_ line: String) { rest = Substring(line).utf8 }

  /// The hops of all elements; nil for a malformed line.
  mutating func elements() -> [ForwardedHop]? {
    var hops: [ForwardedHop] = []
    while true {
      guard let element = element() else { return nil }
      if case .hop(let hop) = element { hops.append(hop) }
      skipSpace()
      guard let next = rest.popFirst() else { return hops }
      guard next == UInt8(ascii: ",") else { return nil }
    }
  }

  /// One element; nil if it is malformed.
  private mutating func element() -> Element? {
    var (nodes, isEmpty): ([ForwardedHop], Bool) = ([], true)
    while true {
      skipSpace()
      if let name = token() {
        isEmpty = false
        guard rest.popFirst() == UInt8(ascii: "="), let value = value() else { return nil }
        // "Note that the parameter names are case-insensitive."
        if name.lowercased() == "for" {
          nodes.append(ForwardedHop(node: value, allowsBareIPv6: false))
        }
      }
      skipSpace()
      guard rest.first == UInt8(ascii: ";") else { break }
      rest = rest.dropFirst()
      isEmpty = false
    }
    if isEmpty { return .empty }
    // "Each parameter MUST NOT occur more than once per field-value."
    return .hop(nodes.count == 1 ? nodes[0] : .unknown)
  }

  private mutating func value() -> String? {
    guard rest.first == UInt8(ascii: "\"") else { return token() }
    rest = rest.dropFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { return nil }
        text.append(next)
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func token() -> String? {
    let bytes = rest.prefix(while: Self.isTokenByte)
    guard !bytes.isEmpty else { return nil }
    rest = rest.dropFirst(bytes.count)
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

  /// "token = 1*tchar": [RFC 9110 §5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
