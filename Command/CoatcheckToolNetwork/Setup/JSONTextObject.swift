// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// An object in a JSON text, and where its members are: a member can be added while the rest stays as it is
/// written.
struct JSONTextObject {
  /// Where the object begins.
  private let start: Int
  private var members: [(name: String, value: Range<Int>)] = []

  /// The object that is the whole text; nil if it is something else.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (try? JSONObject(parsing: bytes)) != nil,
      let start = bytes.firstIndex(of: UInt8(ascii: "{"))
    else { return nil }
    self.init(bytes, start: start)
  }

  /// An object that is a value in the text; nil if it is something else.
  ///
  /// - Parameter range: Where the value is, as ``member(_:)`` returns it for the same text.
  init?(_ text: String, at range: Range<Int>) {
    let bytes = Array(text.utf8)
    guard bytes[range.lowerBound] == UInt8(ascii: "{") else { return nil }
    self.init(bytes, start: range.lowerBound)
  }

  private init(_ bytes: [UInt8], start: Int) {
    self.start = start
    var reader = Reader(bytes: bytes, position: start + 1)
    while let name = reader.name() { members.append((name, reader.value())) }
  }

  /// Where the value of a member is.
  func member(_ name: String) -> Range<Int>? { members.last { $0.name == name }?.value }

  /// The change that adds a member as the first one.
  ///
  /// - Parameter closing: The text after the member if it is the only one.
  func inserting(_ member: String, closing: String) -> TextEdit {
    TextEdit(
      offset: start + 1, removed: "", inserted: member + (members.isEmpty ? closing : ","))
  }

  /// Reads the members of an object in a text that is valid JSON.
  private struct Reader {
    let bytes: [UInt8]
    var position: Int

    /// The name of the next member; nil at the end of the object.
    mutating func name() -> String? {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        guard bytes[position] != UInt8(ascii: "}") else { return nil }
        position += 1
      }
      guard position < bytes.count else { return nil }
      let text = string()
      skip { $0 != UInt8(ascii: ":") }
      position += 1
      skip { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      let member = Array("{\"name\":".utf8) + text + [UInt8(ascii: "}")]
      return (try? JSONObject(parsing: member))?["name"]?.stringValue
    }

    /// Where the value is that begins here.
    mutating func value() -> Range<Int> {
      let start = position
      if bytes[position] == UInt8(ascii: "\"") {
        _ = string()
        return start..<position
      }
      var depth = 0
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\""):
          _ = string()
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return start..<position }
          depth -= 1
          if depth == 0 {
            position += 1
            return start..<position
          }
        case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: if depth == 0 { return start..<position }
        default: break
        }
        position += 1
      }
      return start..<position
    }

    /// Reads the string that begins here; returns it with its quotes.
    private mutating func string() -> ArraySlice<UInt8> {
      let start = position
      position += 1
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position = min(position + 1, bytes.count)
      return bytes[start..<position]
    }

    private mutating func skip(while fits: (UInt8) -> Bool) {
      while position < bytes.count, fits(bytes[position]) { position += 1 }
    }
  }
}
