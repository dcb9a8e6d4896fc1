// SPDX-License-Identifier: Apache-2.0

/// A set of ASCII bytes.
struct ByteSet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  static let digits = ByteSet(UInt8(ascii: "0")...UInt8(ascii: "9"))

  init() {}

  init(_ range: ClosedRange<UInt8>) {
    for byte in range { insert(byte) }
  }

  mutating func insert(_ byte: UInt8) {
    if byte < 64 {
      low |= 1 << UInt64(byte)
    } else if byte < 128 {
      high |= 1 << UInt64(byte - 64)
    }
  }

  mutating func formUnion(_ other: ByteSet) {
    low |= other.low
    high |= other.high
  }

  /// The digits that are not in the set: what a negated class such as `[^4]` matches, since only digits
  /// occur.
  var otherDigits: ByteSet {
    var set = ByteSet()
    for byte in UInt8(ascii: "0")...UInt8(ascii: "9") where !contains(byte) { set.insert(byte) }
    return set
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64
      ? low & 1 << UInt64(byte) != 0
      : byte < 128 && high & 1 << UInt64(byte - 64) != 0
  }
}
