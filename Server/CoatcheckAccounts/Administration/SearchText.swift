// SPDX-License-Identifier: Apache-2.0

/// The search in texts: byte by byte. Only the letters A to Z match their lower case.
package enum SearchText {
  /// The bytes of the text, with A to Z in lower case.
  package static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 }
  }

  /// Whether the second text contains the first.
  package static func stands(_ text: String, in whole: String) -> Bool {
    let (part, whole) = (folded(text), folded(whole))
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { start in
      whole[start..<(start + part.count)].elementsEqual(part)
    }
  }
}
