// SPDX-License-Identifier: Apache-2.0

/// Comparison in a time that does not reveal where two values differ.
public enum ConstantTime {
  /// Whether two byte sequences are equal.
  ///
  /// The duration depends on the lengths, which are not secret, and on nothing else. For text, pass the
  /// `utf8` views: unlike `==` on strings this compares without Unicode normalization.
  ///
  /// - Parameters:
  ///   - one: The bytes of one value, for example the secret one.
  ///   - other: The bytes of the other value. The result is false if they have another count.
  @inlinable
  public static func equal(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    let fast = one.withContiguousStorageIfAvailable { left in
      other.withContiguousStorageIfAvailable { right in difference(left, right) == 0 }
    }
    return (fast ?? nil) ?? (difference(one, other) == 0)
  }

  /// The bits that differ at any position of two sequences of the same length, joined by `|`; 0 when the
  /// sequences are equal.
  @inlinable
  static func difference(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> UInt8 {
    var difference: UInt8 = 0
    for (left, right) in zip(one, other) {
      difference |= left ^ right
    }
    return difference
  }

  /// The same for contiguous bytes, which is fast even in unoptimized builds.
  @inlinable
  static func difference(
    _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>
  ) -> UInt8 {
    guard let left = one.baseAddress, let right = other.baseAddress else { return 0 }
    var difference: UInt8 = 0
    var index = 0
    while index < one.count {
      difference |= left[index] ^ right[index]
      index += 1
    }
    return difference
  }
}
