// SPDX-License-Identifier: Apache-2.0

/// The names of the members of an object that were read so far, to find duplicates.
///
/// A name belongs to one of 64 classes, by its length and first bytes. The first name of a class cannot be
/// a duplicate, and most names are the first of their class. Otherwise the name is compared with the
/// earlier ones: one by one when they are few, in a hash table when they are many, so that an attacker
/// cannot cause quadratic time.
struct JSONNames {
  private static let few = 32

  private var classes: UInt64 = 0
  private var many: Set<ExactName> = []

  /// Records the name of a member; returns `false` if an earlier member has the same name.
  ///
  /// - Parameters:
  ///   - member: The member, which is not in the reader's `spans` yet.
  ///   - count: The number of members before it.
  ///   - object: The index of the object in `spans`.
  @inline(__always)
  mutating func insert(
    _ member: JSONSpan, count: Int, of object: Int, in reader: borrowing JSONReader
  ) -> Bool {
    // The highest six bits of a product with an odd constant depend on all bits of the name's start.
    let product = (member.nameStart &+ UInt64(member.nameCount)) &* 0x9E37_79B9_7F4A_7C15
    // A name that is written with an escape can equal any other name, so it belongs to every class.
    let mark: UInt64 = member.isNameEscaped ? .max : 1 << (product >> 58)
    let isCertainlyNew = classes & mark == 0
    classes |= mark
    return isCertainlyNew && count < Self.few
      || compare(member, isCertainlyNew: isCertainlyNew, count: count, of: object, in: reader)
  }

  // A function of its own, so that only the common case in `insert` is inlined.
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
