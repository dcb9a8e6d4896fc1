// SPDX-License-Identifier: Apache-2.0

/// A JSON text that was read strictly, and the position of each value in it.
///
/// Strings, numbers and arrays are created only when a caller reads them: of about twelve claims in a
/// token, four or five are read. The list of positions is one allocation, however many members there are.
final class JSONText: Sendable {
  private let bytes: [UInt8]
  /// The values in the order of the text, each array or object before its content.
  private let spans: [JSONSpan]

  /// Creates a text from bytes that ``JSONReader`` has read, and the spans that it recorded.
  init(_ bytes: [UInt8], spans: [JSONSpan]) {
    self.bytes = bytes
    self.spans = spans
  }

  /// The value at an index; 0 is the whole text.
  func value(at index: Int) -> JSONValue {
    let span = spans[index]
    switch span.kind {
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .number:
      return .number(
        bytes.withUnsafeBufferPointer { bytes in
          JSONNumber(checked: Self.letters(span.place, span.count, in: bytes))
        })
    case .text: return .string(text(span.place, span.count, isEscaped: false))
    case .escapedText: return .string(text(span.place, span.count, isEscaped: true))
    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(Int(span.count))
      for child in children(of: index) { elements.append(value(at: child)) }
      return .array(elements)
    case .object: return .object(JSONObject(self, at: index))
    }
  }

  /// The number of elements or members of an array or an object.
  func count(at index: Int) -> Int { Int(spans[index].count) }

  /// The name of a member.
  func name(at index: Int) -> String {
    let span = spans[index]
    return text(span.name, span.nameCount, isEscaped: span.isNameEscaped)
  }

  /// The line that a member's name is on, from 1.
  func line(at index: Int) -> Int {
    1 + bytes[..<Int(spans[index].name)].count { $0 == UInt8(ascii: "\n") }
  }

  /// The indices of the elements or members of an array or an object, without those of nested ones.
  func children(of index: Int) -> [Int] {
    var indices: [Int] = []
    indices.reserveCapacity(Int(spans[index].count))
    var child = index + 1
    while indices.count < spans[index].count {
      indices.append(child)
      child = spans[child].next(after: child)
    }
    return indices
  }

  /// The index of the member with a name, compared byte by byte after unescaping.
  func member(_ name: String, of object: Int) -> Int? {
    // Only strings that are bridged from Objective-C have no contiguous storage.
    let fast = name.utf8.withContiguousStorageIfAvailable { member($0, of: object) }
    return fast ?? Array(name.utf8).withUnsafeBufferPointer { member($0, of: object) }
  }

  private func member(_ name: UnsafeBufferPointer<UInt8>, of object: Int) -> Int? {
    let start = WordScan.start(of: name)
    var child = object + 1
    for _ in 0..<spans[object].count {
      let span = spans[child]
      if span.isNameEscaped {
        if self.name(at: child).utf8.elementsEqual(name) { return child }
      } else if span.nameStart == start, span.nameCount == name.count,
        name.count <= 8 || isRest(of: span, name)
      {
        return child
      }
      child = span.next(after: child)
    }
    return nil
  }

  /// Compares the whole name of a member with a given one. Length and first eight bytes are known to be
  /// equal.
  private func isRest(of span: JSONSpan, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      WordScan.isEqual(Self.letters(span.name, span.nameCount, in: bytes), name)
    }
  }

  private func text(_ place: UInt32, _ count: UInt32, isEscaped: Bool) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      let letters = Self.letters(place, count, in: bytes)
      return isEscaped
        ? JSONReader.unescaped(letters) : String(decoding: letters, as: UTF8.self)
    }
  }

  private static func letters(
    _ place: UInt32, _ count: UInt32, in bytes: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(place)..<Int(place + count)])
  }
}
