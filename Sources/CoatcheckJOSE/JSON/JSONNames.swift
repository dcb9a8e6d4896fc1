// SPDX-License-Identifier: Apache-2.0

/// The names an object has had so far, for finding duplicates.
///
/// Names fall into 64 classes by length and first bytes. Most names are the first of their class, and so
/// are new. Otherwise few names are compared one by one, and many by hash: an attacker cannot
/// make this quadratic.
struct JSONNames {
  private static let few = 32

  private var classes: UInt64 = 0
  private var many: Set<ExactName> = []

  /// Notes the name of a member; `false` if it was there.
  ///
  /// - Parameters:
  ///   - member: The member, not yet among the reader's values.
  ///   - count: How many members there are before it.
  ///   - object: The index of the object.
  @inline(__always)
  mutating func insert(
    _ member: JSONSpan, count: Int, of object: Int, in reader: borrowing JSONReader
  ) -> Bool {
    // The highest six bits of a product with an odd constant depend on all bits of the name's start.
    let product = (member.nameStart &+ UInt64(member.nameCount)) &* 0x9E37_79B9_7F4A_7C15
    // A name written with an escape may be any other: it is in every class.
    let mark: UInt64 = member.isNameEscaped ? .max : 1 << (product >> 58)
    let isCertainlyNew = classes & mark == 0
    classes |= mark
    return isCertainlyNew && count < Self.few
      || compare(member, isCertainlyNew: isCertainlyNew, count: count, of: object, in: reader)
  }

  // Apart, so that the common case is inlined.
  private mutating func compare(
    _ member: JSONSpan, isCertainlyNew: Bool, count: Int, of object: Int,
    in reader: borrowing JSONReader
  ) -> Bool {
    if count >= Self.few {
      if many.isEmpty {
        Self.each(count, of: object, in: reader) { many.insert(Self.exact($0, in: reader)) }
      }
      return many.insert(Self.exact(member, in: reader)).inserted
    }
    if isCertainlyNew { return true }
    var isNew = true
    Self.each(count, of: object, in: reader) { earlier in
      if Self.isSame(earlier, member, in: reader) { isNew = false }
    }
    return isNew
  }

  private static func each(
    _ count: Int, of object: Int, in reader: borrowing JSONReader, _ body: (JSONSpan) -> Void
  ) {
    var index = object + 1
    for _ in 0..<count {
      let span = reader.spans[index]
      body(span)
      index = span.next(after: index)
    }
  }

  private static func isSame(
    _ one: JSONSpan, _ other: JSONSpan, in reader: borrowing JSONReader
  ) -> Bool {
    if one.isNameEscaped || other.isNameEscaped {
      return exact(one, in: reader) == exact(other, in: reader)
    }
    return one.nameStart == other.nameStart && one.nameCount == other.nameCount
      && WordScan.isEqual(reader.name(of: one), reader.name(of: other))
  }

  private static func exact(
    _ member: JSONSpan, in reader: borrowing JSONReader
  ) -> ExactName {
    let letters = reader.name(of: member)
    return ExactName(
      member.isNameEscaped
        ? JSONReader.unescaped(letters) : String(decoding: letters, as: UTF8.self))
  }
}
