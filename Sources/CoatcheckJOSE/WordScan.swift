// SPDX-License-Identifier: Apache-2.0

/// Looks at eight bytes at a time.
///
/// `(x - 0x01…) & ~x & 0x80…` has a high bit set exactly when a byte of `x` is zero; which one is found
/// by the byte loops that follow.
enum WordScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The index of the first `byte` at or behind `start`, or `count`.
  static func index(
    of byte: UInt8, in base: UnsafePointer<UInt8>, from start: Int, count: Int
  ) -> Int {
    var at = start
    let pattern = ones &* UInt64(byte)
    while at + 8 <= count {
      let word = load(base + at) ^ pattern
      if (word &- ones) & ~word & highs != 0 { break }
      at += 8
    }
    while at < count, base[at] != byte { at += 1 }
    return at
  }

  /// Whether none of eight bytes ends or interrupts a JSON string: `"`, `\` or a control character.
  static func isPlain(_ word: UInt64) -> Bool {
    let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      | ((word &- (ones &* 0x20)) & ~word)
    return found & highs == 0
  }

  /// Whether two buffers of one length hold the same bytes.
  static func isEqual(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>)
    -> Bool
  {
    guard let left = one.baseAddress, let right = other.baseAddress else { return one.isEmpty }
    var at = 0
    while at + 8 <= one.count {
      if load(left + at) != load(right + at) { return false }
      at += 8
    }
    while at < one.count {
      if left[at] != right[at] { return false }
      at += 1
    }
    return true
  }

  static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self)
  }
}
