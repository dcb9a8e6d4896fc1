// SPDX-License-Identifier: Apache-2.0

/// A text that is compared byte by byte: two strings that are equal in Swift may have different bytes in a
/// file.
struct ByteText {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether another text stands at an offset.
  func has(_ part: String, at offset: Int) -> Bool {
    let end = offset + part.utf8.count
    return offset >= 0 && end <= bytes.count && bytes[offset..<end].elementsEqual(part.utf8)
  }

  /// The offsets of all occurrences of another text; none if it is empty.
  func places(of part: String) -> [Int] {
    guard let first = part.utf8.first else { return [] }
    return bytes.indices.filter { bytes[$0] == first && has(part, at: $0) }
  }
}
