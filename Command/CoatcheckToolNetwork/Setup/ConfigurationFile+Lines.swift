// SPDX-License-Identifier: Apache-2.0

extension ConfigurationFile {
  /// A line, and where it is.
  struct Line {
    /// Where it is, with its break, in bytes of UTF-8.
    let range: Range<Int>
    /// The line without its break.
    let text: Substring
  }

  /// Its lines. The last one is empty if the file ends in a line break.
  var lines: [Line] {
    let text = text ?? ""
    var offset = 0
    return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      let range = offset..<min(offset + $0.count + 1, text.utf8.count)
      offset = range.upperBound
      return Line(range: range, text: Substring($0))
    }
  }
}
