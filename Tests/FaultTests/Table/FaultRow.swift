// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A row of the tables in `docs/faults.md`: the effects of a fault on an app.
///
/// The tests expect the rows of the document, so that it always describes the real behavior.
struct FaultRow: Sendable, Hashable, CustomStringConvertible {
  /// The fault.
  var name: String
  /// The result of a request of the app while the access token is valid.
  var lasting: String
  /// The result of a request after the access token has expired.
  var ended: String
  /// The status of the session then.
  var status: String
  /// The content of the store then.
  var stored: String
  /// What works, or remains to do, after the fault.
  var afterwards: String

  var description: String {
    "| " + [name, lasting, ended, status, stored, afterwards].joined(separator: " | ") + " |"
  }

  /// The rows of all tables in the document.
  static let documented: [FaultRow] = {
    let document = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/faults.md")
    let text = (try? String(contentsOf: document, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| "), cells.count == 6, cells[0] != "fault" else { return nil }
      return FaultRow(
        name: cells[0], lasting: cells[1], ended: cells[2], status: cells[3], stored: cells[4],
        afterwards: cells[5])
    }
  }()

  /// The row with this name in the document.
  static func documented(_ name: String) -> FaultRow? { documented.first { $0.name == name } }
}
