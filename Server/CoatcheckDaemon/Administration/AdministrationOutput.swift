// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE

/// Prints responses of the administration API: as a table or as lines, or with `--json` as JSON.
struct AdministrationOutput {
  let isJSON: Bool
  /// The columns of a table.
  let columns: [String]
  private var rows: [[String]] = []

  init(_ place: AdministrationPlace, columns: [String]) {
    isJSON = place.json
    self.columns = columns
  }

  /// Adds an entry of a list; as JSON it is printed at once.
  mutating func add(_ item: JSONObject) {
    if isJSON {
      Standard.output(TerminalText.json(item))
    } else {
      rows.append(columns.map { Self.text(item[$0]) })
    }
  }

  /// Prints the table.
  func finish() {
    guard !isJSON else { return }
    let all = [columns.map { $0.replacing("_", with: " ") }] + rows
    let widths = columns.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    for row in all {
      let line = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.count)
      }.joined(separator: "  ")
      Standard.output(String(line.reversed().drop { $0 == " " }.reversed()))
    }
  }

  /// Prints one object, a member a line.
  static func show(_ item: JSONObject?, _ place: AdministrationPlace) {
    guard let item else { return }
    if place.json { return Standard.output(TerminalText.json(item)) }
    for (name, value) in item where value != .null && value != [] && value != [:] {
      Standard.output("\(name.replacing("_", with: " ")): \(text(value))")
    }
  }

  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null: "-"
    case .string(let text): TerminalText.line(text)
    case .bool(let flag): flag ? "yes" : "no"
    case .number(let number): number.text
    case .array(let values): values.map { text($0) }.joined(separator: " ")
    case .object(let object):
      object.map { "\(TerminalText.line($0.name))=\(text($0.value))" }.joined(separator: ", ")
    }
  }
}
