// SPDX-License-Identifier: Apache-2.0

/// Searches bytes eight at a time.
///
/// `(x - 0x01…) & ~x & 0x80…` has a high bit set exactly when a byte of `x` is zero. The loops over single
/// bytes that follow determine which byte it is.
package enum WordScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The index of the first `byte` at or after `start`; `count` if the byte is not found.
  static func index(
    of byte: UInt8, in base: UnsafePointer<UInt8>, from start: Int, count: Int
  ) -> Int {
    var at = start
    let pattern = ones &* UInt64(byte)
    // Four words at a time, since the dots of a token are far apart.
    while at + 32 <= count {
      var found: UInt64 = 0
      for offset in stride(from: 0, to: 32, by: 8) {
        let word = load(base + at + offset) ^ pattern
        found |= (word &- ones) & ~word
      }
      if found & highs != 0 { break }
      at += 32
    }
    while at < count, base[at] != byte { at += 1 }
    return at
  }

  /// The index of the first `byte` in a part of an array; nil when it holds none.
  package static func firstIndex(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    let at = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { index(of: byte, in: $0, from: 0, count: buffer.count) } ?? 0
    }
    return at < bytes.count ? bytes.startIndex + at : nil
  }

  /// The high bits of the bytes that end or interrupt a JSON string: `"`, `\` and control characters.
  ///
  /// Only the lowest bit is reliable: bits above it may be set for other bytes, since the subtraction can
  /// borrow from the next byte.
  static func marks(in word: UInt64) -> UInt64 {
    let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      | ((word &- (ones &* 0x20)) & ~word)
    return found & highs
  }

  /// Whether a byte is one of those that ``marks(in:)`` finds.
  static func hasMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count >= 8, let base = bytes.baseAddress else {
      return bytes.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }
    // The last eight bytes, which may overlap with those of the loop.
    var found = marks(in: load(base + bytes.count - 8))
    for at in stride(from: 0, to: bytes.count - 8, by: 8) { found |= marks(in: load(base + at)) }
    return found != 0
  }

  /// The first eight bytes, zeros where there are fewer.
  static func start(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard let base = bytes.baseAddress else { return 0 }
    let raw = UnsafeRawPointer(base)
    func value<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, _ offset: Int) -> UInt64 {
      UInt64(
        truncatingIfNeeded: T(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: T.self)))
    }
    // Two loads, which overlap if the count is not a power of two. No byte after the end is read.
    switch bytes.count {
    case 0: return 0
    case 1: return UInt64(base[0])
    case 2, 3:
      let last = bytes.count - 2
      return value(UInt16.self, 0) | value(UInt16.self, last) << UInt64(8 * last)
    case 4...7:
      let last = bytes.count - 4
      return value(UInt32.self, 0) | value(UInt32.self, last) << UInt64(8 * last)
    default: return load(base)
    }
  }

  /// Whether two buffers hold the same bytes. It is not constant-time: do not use it for secrets.
  package static func isEqual(
    _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard one.count == other.count else { return false }
    guard one.count >= 8, let left = one.baseAddress, let right = other.baseAddress else {
      return start(of: one) == start(of: other)
    }
    var at = 0
    while at + 8 < one.count {
      if load(left + at) != load(right + at) { return false }
      at += 8
    }
    // The last eight bytes, which may overlap with those of the loop.
    return load(left + one.count - 8) == load(right + one.count - 8)
  }

  static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
    // Little endian, so that the lowest bit that is found belongs to the first byte.
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }
}
