// SPDX-License-Identifier: Apache-2.0

/// A change at one place of a text.
struct TextEdit: Equatable, Sendable {
  /// Where it is, in bytes of UTF-8.
  let offset: Int
  /// The text that is removed.
  let removed: String
  /// The text that is inserted.
  let inserted: String

  /// Where it ends in the text before the change.
  var end: Int { offset + removed.utf8.count }
}

extension String {
  /// The text with changes that do not overlap.
  func applying(_ edits: [TextEdit]) -> String {
    var result = ""
    var position = 0
    for edit in edits.sorted(by: { $0.offset < $1.offset }) {
      result += self[bytes: position..<edit.offset] + edit.inserted
      position = edit.end
    }
    return result + self[bytes: position..<utf8.count]
  }

  /// The part of a text between two offsets.
  subscript(bytes range: Range<Int>) -> Substring {
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    return self[start..<end]
  }
}
