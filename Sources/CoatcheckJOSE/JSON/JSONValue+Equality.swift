// SPDX-License-Identifier: Apache-2.0

/// Whether two strings are the same code points.
///
/// Swift's `==` takes "é" and "e" with an accent for equal. OpenID Connect Core §14: "Unicode
/// Normalization MUST NOT be applied at any point to either the JSON string or to the string it is to
/// be compared against."
func isSame(_ one: String, _ other: String) -> Bool {
  one.utf8.count == other.utf8.count && isSameOfOneLength(one, other)
}

// A function of its own, so that only the comparison of the lengths, which decides most cases, is inlined.
private func isSameOfOneLength(_ one: String, _ other: String) -> Bool {
  let fast = one.utf8.withContiguousStorageIfAvailable { left in
    other.utf8.withContiguousStorageIfAvailable { right in WordScan.isEqual(left, right) }
  }
  return (fast ?? nil) ?? one.utf8.elementsEqual(other.utf8)
}

extension JSONValue: Hashable {
  /// Whether both are the same value; the members of objects may be in any order.
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): isSame(one, other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

/// A member name as a key, compared byte by byte.
struct ExactName: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (one: ExactName, other: ExactName) -> Bool {
    isSame(one.text, other.text)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
