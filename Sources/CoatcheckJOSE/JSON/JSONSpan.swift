// SPDX-License-Identifier: Apache-2.0

/// Where one value of a ``JSONText`` is, and which name it has if it is a member.
///
/// It holds no reference, so that a list of them is searched without counting any.
struct JSONSpan {
  enum Kind: UInt8 {
    case null, no, yes, number, text, escapedText, array, object
  }

  /// The first eight bytes of the name, zeros where it is shorter: with the count all of most names, so
  /// that looking for one rarely looks at the text.
  var nameStart: UInt64 = 0
  /// Where the name is, without its quotation marks.
  var name: UInt32 = 0
  var nameCount: UInt32 = 0
  /// Where a scalar is, a string without its quotation marks; for an array or an object the index of the
  /// first value behind all that is inside.
  var place: UInt32 = 0
  /// The bytes of a scalar; the elements or members of an array or an object.
  var count: UInt32 = 0
  var kind = Kind.null
  /// Whether the name is written with an escape.
  var isNameEscaped = false

  /// The index of the next value of the same array or object, if there is one.
  func next(after index: Int) -> Int {
    kind == .array || kind == .object ? Int(place) : index + 1
  }
}
