// SPDX-License-Identifier: Apache-2.0
import Foundation

/// An IPv4 or IPv6 address as a value. An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`) is the IPv4
/// address.
public struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// Four or sixteen bytes, the most significant one first.
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    let isMapped = bytes.count == 16 && bytes.starts(with: Self.mapped)
    self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
  }

  /// Reads an address in its usual form, without brackets, port or zone.
  ///
  /// - Parameter text: `192.0.2.1` or `2001:db8::1`. Anything else is nil: `1.2.3`, `010.0.0.1`, `fe80::1%eth0`.
  public init?(_ text: String) {
    // Only characters of addresses: a NUL would end the text for the C function.
    guard text.utf8.allSatisfy(Self.isPart) else { return nil }
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      self.init(bytes: withUnsafeBytes(of: four) { Array($0) })
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      self.init(bytes: withUnsafeBytes(of: six) { Array($0) })
    } else {
      return nil
    }
  }

  /// The address in its usual form.
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// `::ffff:0:0/96`: "IPv4-Mapped IPv6 Address", [RFC 4291 §2.5.5.2](https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2).
  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "."), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
