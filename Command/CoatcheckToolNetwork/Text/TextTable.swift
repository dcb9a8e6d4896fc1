// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// Rows of cells as text: aligned for a user, with tabs for a program.
struct TextTable {
  let headings: [String]
  let rows: [[String]]

  /// - Parameter rows: Each with as many cells as there are headings; text from elsewhere is cleaned.
  init(_ headings: [String], _ rows: [[String]]) {
    self.headings = headings
    self.rows = rows.map { $0.map { UntrustedText.printable($0) } }
  }

  /// One line for each row, with a tab between the cells: the same number in each line.
  var tabbed: [String] { rows.map { $0.joined(separator: "\t") } }

  /// The headings and the rows with the columns below each other; a column without content is left
  /// out. Nothing if there are no rows.
  var aligned: [String] {
    guard !rows.isEmpty else { return [] }
    let columns = headings.indices.filter { column in
      rows.contains { $0.indices.contains(column) && !$0[column].isEmpty }
    }
    let widths = columns.map { column in
      ([headings] + rows).map { $0[column].count }.max() ?? 0
    }
    return ([headings] + rows).map { row in
      var line = ""
      for (column, width) in zip(columns, widths) {
        line += row[column] + String(repeating: " ", count: width + 2 - row[column].count)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
