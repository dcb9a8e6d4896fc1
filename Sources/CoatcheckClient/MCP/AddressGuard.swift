// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// The rules for addresses in metadata documents, which are written by third parties.
///
/// An API on the Internet must not make this program send requests to this machine and its private
/// network: the metadata service of a cloud, a router, a database. An API of this machine or of a
/// private network may name others there. Only the text of an address is checked: a name that the
/// domain name system resolves to a private address has to be refused by the transport or the network.
public struct AddressGuard: Sendable, Hashable {
  private enum Rule: Hashable {
    case outside
    case none(because: String)
  }

  private let rule: Rule

  /// Addresses on this machine and in private networks are refused, unless the API itself is there. On
  /// the Internet, only port 443 and the API's own port are accepted.
  public static let standard = AddressGuard(rule: .outside)

  /// Any address is accepted.
  ///
  /// - Parameter reason: Why that is safe here, for readers of the code. It is not sent or logged.
  public static func none(because reason: String) -> AddressGuard {
    AddressGuard(rule: .none(because: reason))
  }

  /// Checks an address before a request is sent to it.
  ///
  /// - Parameters:
  ///   - endpoint: The address that a document names.
  ///   - resource: The API whose documents name it.
  /// - Throws: `unreadable` with `OAuthError.Code.addressRefused` when the address is not accepted.
  ///   Nothing was sent.
  public func check(_ endpoint: Endpoint, namedBy resource: Endpoint) throws(OAuthError) {
    guard rule == .outside, !Self.isInside(resource) else { return }
    guard !Self.isInside(endpoint) else {
      throw .unreadable(
        .addressRefused,
        "The API's metadata names an address on this machine or in a private network.")
    }
    guard [443, Self.port(of: resource)].contains(Self.port(of: endpoint)) else {
      throw .unreadable(
        .addressRefused, "The API's metadata names a port other than 443 and the API's own.")
    }
  }

  /// Checks all endpoints of an authorization server.
  func check(_ metadata: ServerMetadata, namedBy resource: Endpoint) throws(OAuthError) {
    for endpoint in metadata.namedEndpoints { try check(endpoint, namedBy: resource) }
  }

  private static func port(of endpoint: Endpoint) -> Int {
    TrustRules.split(endpoint.authority).port ?? (endpoint.scheme == "https" ? 443 : 80)
  }

  /// Whether the address is on this machine or in a network that is not the Internet.
  package static func isInside(_ endpoint: Endpoint) -> Bool {
    let host = TrustRules.split(endpoint.authority).host.lowercased()
    if host.hasPrefix("[") { return IPv6Literal(host).map(\.isInside) ?? true }
    let labels = host.split(separator: ".", omittingEmptySubsequences: true)
    guard let last = labels.last, labels.count > 1 else { return true }
    if last.allSatisfy(\.isNumber) || last.hasPrefix("0x") {
      // Some parsers read "127.1" and "0x7f.1" as addresses. Everything but four plain decimal numbers
      // is refused.
      let numbers = labels.compactMap { $0.hasPrefix("0") && $0.count > 1 ? nil : UInt8($0) }
      return numbers.count != 4 || labels.count != 4 || isInside(numbers)
    }
    return ["localhost", "local", "internal", "lan", "intranet", "corp", "home"].contains(last)
      || host.hasSuffix(".home.arpa")
  }

  /// The blocks of [RFC 6890](https://www.rfc-editor.org/rfc/rfc6890) that are not the Internet.
  static func isInside(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (169, 254), (192, 168), (224..., _): true
    case (100, 64..<128), (172, 16..<32), (198, 18...19): true
    case (192, 0): bytes[2] == 0 || bytes[2] == 2
    case (198, 51): bytes[2] == 100
    case (203, 0): bytes[2] == 113
    default: false
    }
  }
}

/// An IPv6 address between brackets.
struct IPv6Literal {
  private let words: [UInt16]

  /// Nil if it is not an address.
  init?(_ text: String) {
    guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let inner = String(text.dropFirst().dropLast())
    let halves = inner.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let gap = inner.firstRange(of: "::") else {
      guard let words = Self.words(halves), words.count == 8 else { return nil }
      self.words = words
      return
    }
    let before = inner[..<gap.lowerBound].split(separator: ":").map(String.init)
    let after = inner[gap.upperBound...].split(separator: ":").map(String.init)
    guard let front = Self.words(before), let back = Self.words(after), front.count + back.count < 8
    else { return nil }
    words = front + Array(repeating: 0, count: 8 - front.count - back.count) + back
  }

  /// The words of groups of hexadecimal digits, of which the last may be an IPv4 address.
  private static func words(_ groups: [String]) -> [UInt16]? {
    var words: [UInt16] = []
    for (index, group) in groups.enumerated() {
      if group.contains(".") {
        let numbers = group.split(separator: ".").compactMap { UInt8($0) }
        guard index == groups.count - 1, numbers.count == 4 else { return nil }
        words += [
          UInt16(numbers[0]) << 8 | UInt16(numbers[1]),
          UInt16(numbers[2]) << 8 | UInt16(numbers[3]),
        ]
      } else {
        guard (1...4).contains(group.utf8.count), let word = UInt16(group, radix: 16) else {
          return nil
        }
        words.append(word)
      }
    }
    return words
  }

  /// Whether it is not a global address of the Internet.
  var isInside: Bool {
    // Global unicast addresses are 2000::/3. Addresses of 6to4 (2002::/16), of Teredo (2001::/32, the
    // second one inverted), of 64:ff9b::/96 and of ::ffff:0:0/96 contain IPv4 addresses. 64:ff9b:1::/48
    // is for local use.
    if words[0] == 0x2002 { return isInside(words[1], words[2]) }
    if words[0] == 0x2001, words[1] == 0 {
      return isInside(words[2], words[3]) || isInside(~words[6], ~words[7])
    }
    if words[0] & 0xE000 == 0x2000 { return words[0] == 0x2001 && words[1] == 0xDB8 }
    let isMapped = words[..<5].allSatisfy { $0 == 0 } && words[5] == 0xFFFF
    let isTranslated =
      words[0] == 0x64 && words[1] == 0xFF9B && words[2..<6].allSatisfy { $0 == 0 }
    guard isMapped || isTranslated else { return true }
    return isInside(words[6], words[7])
  }

  /// Whether an IPv4 address is not on the Internet.
  private func isInside(_ high: UInt16, _ low: UInt16) -> Bool {
    AddressGuard.isInside([
      UInt8(high >> 8), UInt8(high & 0xFF), UInt8(low >> 8), UInt8(low & 0xFF),
    ])
  }
}

extension OAuthError.Code {
  /// A document names an address that nothing is sent to from here.
  public static let addressRefused = Self(rawValue: "address_refused")
}
