// SPDX-License-Identifier: Apache-2.0

/// The sender of a request, as a proxy names it.
enum ForwardedHop: Equatable {
  /// This address.
  case address(IPAddress)
  /// No address: `unknown`, an obfuscated name such as `_hidden`, no `for`, or malformed text.
  case unknown

  /// Parses a node: an address with or without a port, which is ignored.
  ///
  /// "node = nodename [ ":" node-port ]", "nodename = IPv4address / "[" IPv6address "]" / "unknown" / obfnode".
  /// [RFC 7239 §6](https://www.rfc-editor.org/rfc/rfc7239#section-6)
  ///
  /// - Parameters:
  ///   - node: The text, without quotes.
  ///   - allowsBareIPv6: Whether an IPv6 address may come without brackets: in `X-Forwarded-For`, which no
  ///     specification defines, it usually does.
  init(node: some StringProtocol, allowsBareIPv6: Bool) {
    self = Self.read(String(node), allowsBareIPv6).map { .address($0) } ?? .unknown
  }

  private static func read(_ node: String, _ allowsBareIPv6: Bool) -> IPAddress? {
    if node.hasPrefix("[") {
      guard let end = node.firstIndex(of: "]"), isPort(node[node.index(after: end)...]) else {
        return nil
      }
      let inside = node[node.index(after: node.startIndex)..<end]
      return inside.contains(":") ? IPAddress(String(inside)) : nil
    }
    guard let colon = node.firstIndex(of: ":") else { return IPAddress(node) }
    if node[node.index(after: colon)...].contains(":") {
      return allowsBareIPv6 ? IPAddress(node) : nil
    }
    guard isPort(node[colon...]) else { return nil }
    return IPAddress(String(node[..<colon]))
  }

  /// Nothing, or a colon and a port: "node-port = port / obfport".
  private static func isPort(_ text: Substring) -> Bool {
    guard let first = text.first else { return true }
    let port = text.dropFirst()
    guard first == ":", !port.isEmpty else { return false }
    let isNumber = port.utf8.count <= 5 && port.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    return isNumber || (port.hasPrefix("_") && port.utf8.dropFirst().allSatisfy(Self.isObfuscated))
  }

  /// "obfport = "_" 1*( ALPHA / DIGIT / "." / "_" / "-")".
  private static func isObfuscated(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
