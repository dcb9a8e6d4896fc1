// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// The file of kubectl's clusters, users and contexts, written as kubectl writes it: each value on a line of its own.
///
/// Other ways to write YAML are refused: what is not understood is not changed.
struct Kubeconfig {
  /// `key: value`, alone or as the beginning of an item of a list.
  struct Line {
    /// Where the line is, with its break.
    let range: Range<Int>
    /// Where its key begins, in columns.
    let column: Int
    let beginsItem: Bool
    let key: Substring
    let value: Substring
    /// Where the value is.
    let valueRange: Range<Int>
  }

  /// One item of a list: a cluster, a user or a context.
  struct Item {
    let lines: ArraySlice<Line>

    private var column: Int { lines.first?.column ?? 0 }

    /// What it is called.
    var name: Substring? { lines.first { $0.column == column && $0.key == "name" }?.unquoted }

    /// A setting of the item.
    func setting(_ key: String) -> Line? { lines.first { $0.column > column && $0.key == key } }
  }

  let file: ConfigurationFile
  private let lines: [Line]

  init(_ file: ConfigurationFile) {
    self.file = file
    lines = file.lines.compactMap { Line($0.text, $0.range) }
  }

  /// A value at the top.
  func value(_ key: String) -> Line? { lines.first { $0.column == 0 && $0.key == key } }

  /// The items of a list at the top.
  func items(_ key: String) -> [Item] {
    guard let index = lines.firstIndex(where: { $0.column == 0 && $0.key == key }) else {
      return []
    }
    let section = lines[(index + 1)...].prefix { $0.column > 0 }
    guard let first = section.first, first.beginsItem else { return [] }
    let starts = section.indices.filter {
      section[$0].beginsItem && section[$0].column == first.column
    }
    return zip(starts, starts.dropFirst() + [section.endIndex]).map {
      Item(lines: section[$0..<$1])
    }
  }

  /// The item with a name.
  func item(_ key: String, named name: Substring?) -> Item? {
    items(key).first { $0.name == name && name != nil }
  }

  /// The change that adds an item to a list at the top.
  ///
  /// - Parameter item: Its lines; the first begins with `- `.
  func adding(_ item: [String], to key: String) -> TextEdit? {
    // A list is indented as its first item is, whose key stands two columns behind the dash.
    let dash = items(key).first?.lines.first.map { $0.column - 2 } ?? 0
    let text = item.map { String(repeating: " ", count: dash) + $0 + "\n" }.joined()
    guard let line = value(key) else {
      let end = file.text?.utf8.count ?? 0
      return TextEdit(offset: end, removed: "", inserted: "\(key):\n\(text)")
    }
    if line.value.isEmpty {
      return TextEdit(offset: line.range.upperBound, removed: "", inserted: text)
    }
    guard ["[]", "null", "~"].contains(String(line.value)) else { return nil }
    let space = (line.range.lowerBound + key.utf8.count + 1)..<line.valueRange.upperBound
    return TextEdit(
      offset: space.lowerBound, removed: String((file.text ?? "")[bytes: space]),
      inserted: "\n" + text.dropLast())
  }
}

extension Kubeconfig.Line {
  /// Reads a line; nil for comments and empty lines.
  init?(_ text: Substring, _ range: Range<Int>) {
    var rest = text.drop { $0 == " " }
    guard let first = rest.first, first != "#" else { return nil }
    beginsItem = rest.hasPrefix("- ")
    if beginsItem { rest = rest.dropFirst().drop { $0 == " " } }
    column = text.utf8.count - rest.utf8.count
    self.range = range
    let isPair = rest.contains(": ") || rest.hasSuffix(":")
    key = isPair ? rest.prefix { $0 != ":" } : ""
    value = isPair ? rest.dropFirst(key.count + 1).drop { $0 == " " } : rest
    let start = range.lowerBound + text.utf8.count - value.utf8.count
    valueRange = start..<(start + value.utf8.count)
  }

  /// The value without quotes.
  var unquoted: Substring {
    let isQuoted =
      value.count > 1 && ["\"", "'"].contains(value.first) && value.first == value.last
    return isQuoted ? value.dropFirst().dropLast() : value
  }
}
