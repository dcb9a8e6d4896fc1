// SPDX-License-Identifier: Apache-2.0

/// How texts are searched: byte by byte, A to Z as a to z, and nothing else folded.
package enum SearchText {
  /// The text with the letters A to Z as a to z.
  package static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 }
  }

  /// Whether one text stands in the other.
  package static func stands(_ text: String, in whole: String) -> Bool {
    let (part, whole) = (folded(text), folded(whole))
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { start in
      whole[start..<(start + part.count)].elementsEqual(part)
    }
  }
}
