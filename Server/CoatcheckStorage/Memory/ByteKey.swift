// SPDX-License-Identifier: Apache-2.0

/// A text as a key of a dictionary, compared byte by byte as a database does.
///
/// Swift's `String` treats a composed and a decomposed `é` as equal.
struct ByteKey: Hashable, Comparable, Sendable {
  let bytes: [[UInt8]]

  init(_ texts: String...) {
    bytes = texts.map { Array($0.utf8) }
  }

  static func < (one: ByteKey, other: ByteKey) -> Bool {
    for (left, right) in zip(one.bytes, other.bytes) where left != right {
      return left.lexicographicallyPrecedes(right)
    }
    return one.bytes.count < other.bytes.count
  }
}
