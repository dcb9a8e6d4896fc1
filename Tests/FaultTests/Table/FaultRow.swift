// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A row of the tables in `docs/faults.md`: what an app sees of a fault.
///
/// The document is what the tests expect, so that it cannot say anything else than what happens.
struct FaultRow: Sendable, Hashable, CustomStringConvertible {
  /// The fault.
  var name: String
  /// What a request of the app is sent with while the access token lasts.
  var lasting: String
  /// The same once the access token has ended.
  var ended: String
  /// What the session's status is then.
  var status: String
  /// What is in the store then.
  var stored: String
  /// What is left to do when the fault is gone.
  var afterwards: String

  var description: String {
    "| " + [name, lasting, ended, status, stored, afterwards].joined(separator: " | ") + " |"
  }

  /// The rows of all tables of the document.
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

  /// The row of that name, as documented.
  static func documented(_ name: String) -> FaultRow? { documented.first { $0.name == name } }
}
