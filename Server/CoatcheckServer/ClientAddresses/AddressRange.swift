// SPDX-License-Identifier: Apache-2.0
public import CoatcheckOAuth

/// A range of addresses, as CIDR writes it: `10.0.0.0/8`, `2001:db8::/32`, or a single address.
///
/// [RFC 4632 §3.1](https://www.rfc-editor.org/rfc/rfc4632#section-3.1)
public struct AddressRange: Sendable, Hashable, CustomStringConvertible {
  /// The first address of the range.
  public let first: IPAddress
  /// The length of the prefix in bits: how many leading bits all its addresses share.
  public let prefix: Int

  /// Reads a range.
  ///
  /// - Parameter text: An address, or an address, a slash and the length of the prefix in bits.
  /// - Throws: `misused` with the reason: it is no address, the prefix does not fit the family, bits behind the prefix are
  ///   set (`10.0.0.1/8`: which of the two is meant?), or the range is everything (`0.0.0.0/0`).
  public init(_ text: String) throws(OAuthError) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress(String($0)) }) else {
      throw .misused("range", "An address range is written as 10.0.0.0/8 or 2001:db8::/32.")
    }
    let bits = address.bytes.count * 8
    let isMapped = bits == 32 && text.contains(":")
    guard parts.count == 2 else {
      (first, prefix) = (address, bits)
      return
    }
    guard !isMapped, parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let prefix = Int(parts[1]),
      parts[1] == "\(prefix)", prefix <= bits
    else {
      throw .misused(
        "range", "The prefix of an address range has from 1 to 32 bits, or to 128 for IPv6.")
    }
    guard prefix > 0 else {
      throw .misused(
        "range", "An address range must not be everything: any client could name an address.")
    }
    self.prefix = prefix
    first = address
    guard Self.masked(address.bytes, to: prefix) == address.bytes else {
      throw .misused("range", "Behind the prefix of an address range all bits are zero.")
    }
  }

  /// Whether an address is in the range. An IPv4 address is never in a range of IPv6 addresses, or the
  /// reverse.
  public func contains(_ address: IPAddress) -> Bool {
    address.bytes.count == first.bytes.count
      && Self.masked(address.bytes, to: prefix) == first.bytes
  }

  /// The range as CIDR writes it.
  public var description: String { "\(first)/\(prefix)" }

  /// The address with all bits after the prefix set to zero.
  private static func masked(_ bytes: [UInt8], to prefix: Int) -> [UInt8] {
    bytes.enumerated().map { n, byte in
      let kept = min(max(prefix - n * 8, 0), 8)
      return kept == 0 ? 0 : byte & (0xFF << UInt8(8 - kept))
    }
  }
}
