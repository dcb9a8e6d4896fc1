// SPDX-License-Identifier: Apache-2.0

/// The position of one value in a ``JSONText``, and the name if it is the value of a member.
///
/// It contains no references, so that searching a list of spans needs no reference counting.
struct JSONSpan {
  enum Kind: UInt8 {
    case null, no, yes, number, text, escapedText, array, object
  }

  /// The first eight bytes of the name, padded with zeros. Most names are not longer, so that a search for
  /// a name rarely reads the text.
  var nameStart: UInt64 = 0
  /// The position of the name, without the quotation marks.
  var name: UInt32 = 0
  var nameCount: UInt32 = 0
  /// The position of a scalar, for a string without the quotation marks. For an array or an object, the
  /// index of the first value after its content.
  var place: UInt32 = 0
  /// The number of bytes of a scalar, or of elements or members of an array or an object.
  var count: UInt32 = 0
  var kind = Kind.null
  /// Whether the name is written with an escape.
  var isNameEscaped = false

  /// The index of the next value of the same array or object, if there is one.
  func next(after index: Int) -> Int {
    kind == .array || kind == .object ? Int(place) : index + 1
  }
}
