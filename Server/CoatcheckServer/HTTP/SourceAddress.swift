// SPDX-License-Identifier: Apache-2.0

/// Where a request comes from, folded so that one household or host counts as one.
///
/// An IPv6 customer holds at least a /64, so the last 64 bits are dropped; IPv4 addresses written
/// as IPv6 (`::ffff:192.0.2.1`) are the IPv4 address.
public struct SourceAddress: Sendable, Hashable {
  /// The text counters are kept under.
  public let key: String

  /// Folds an address as the socket layer prints it.
  ///
  /// - Parameter address: Nil for connections without one (a Unix socket): all of them count as
  ///   one.
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

  /// The eight groups of an IPv6 address, leading zeros dropped.
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
