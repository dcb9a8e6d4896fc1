// SPDX-License-Identifier: Apache-2.0

/// Reads DER, one element after another.
///
/// Specification: ITU-T X.690. Lengths are definite and as short as they can be; tags of more than
/// one byte do not occur in what is read here.
struct DERReader {
  /// The tag of an element, its content, and all its bytes.
  struct Element {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    let whole: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next element; nil if there is no element or it cannot be read.
  mutating func next() -> Element? {
    let start = rest
    guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let first = rest.popFirst() else {
      return nil
    }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...3).contains(count), rest.count >= count else { return nil }
      length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(count)
      guard length >= (count == 1 ? 0x80 : 1 << (8 * (count - 1))) else { return nil }
    }
    guard rest.count >= length else { return nil }
    let content = rest.prefix(length)
    rest = rest.dropFirst(length)
    return Element(tag: tag, content: content, whole: start[start.startIndex..<content.endIndex])
  }

  /// The next element, when it has this tag.
  mutating func next(_ tag: UInt8) -> Element? {
    guard rest.first == tag else { return nil }
    return next()
  }
}

extension DERReader.Element {
  /// A reader of the elements in the content.
  var reader: DERReader { DERReader(content) }
}
