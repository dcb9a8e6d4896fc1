// SPDX-License-Identifier: Apache-2.0

/// The address that limits count a request for, shortened so that one household or host counts as one.
///
/// An IPv6 customer holds at least a /64, so the last 64 bits are dropped; IPv4 addresses written
/// as IPv6 (`::ffff:192.0.2.1`) are the IPv4 address.
public struct SourceAddress: Sendable, Hashable {
  /// The text under which attempts are counted: an IPv4 address, an IPv6 prefix such as
  /// `2001:db8:0:0::/64`, or `local`.
  public let key: String

  /// Creates the address from its textual form.
  ///
  /// - Parameter address: An IPv4 or IPv6 address without a port; a zone (`%eth0`) is ignored. Nil for
  ///   connections without an address (a Unix socket): all of them count as one.
  public init(_ address: String?) {
    guard let address, !address.isEmpty else {
      key = "local"
      return
    }
    let text = address.split(separator: "%").first.map(String.init)?.lowercased() ?? address
    guard text.contains(":") else {
      key = text
      return
    }
    if let mapped = text.split(separator: ":").last, mapped.contains(".") {
      key = String(mapped)
      return
    }
    key = Self.groups(text).prefix(4).joined(separator: ":") + "::/64"
  }

  /// The eight groups of an IPv6 address, without leading zeros.
  private static func groups(_ text: String) -> [String] {
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves.map { half in
      half.split(separator: ":").map { group in
        let trimmed = group.drop { $0 == "0" }
        return trimmed.isEmpty ? "0" : String(trimmed)
      }
    }
    guard parts.count == 2 else { return parts.first ?? [] }
    let zeros = max(0, 8 - parts[0].count - parts[1].count)
    return parts[0] + Array(repeating: "0", count: zeros) + parts[1]
  }
}
