// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Foundation

/// The steps that undo the recorded changes for a program.
struct SetupUndo {
  /// A file with its current and its restored text; the restored text is nil for a file that is removed,
  /// because the setup created it and nothing else is in it.
  private struct File {
    let path: String
    let current: String
    var restored: String?
  }

  private var files: [File] = []
  private var links: [LinkChange] = []

  /// Computes the steps; nothing is changed yet.
  ///
  /// - Throws: A failure when one of the changes cannot be taken back; then none is.
  init(of record: SetupRecord) throws(CommandFailure) {
    for change in record.changes.reversed() {
      switch change {
      case .link(let link): if link.isThere { links.append(link) }
      case .file(let change): try add(change)
      }
    }
    files.removeAll { $0.restored == $0.current }
  }

  private mutating func add(_ change: FileChange) throws(CommandFailure) {
    if !files.contains(where: { $0.path == change.path }) {
      guard let text = try ConfigurationFile(change.path).text else { return }
      files.append(File(path: change.path, current: text, restored: text))
    }
    guard let index = files.firstIndex(where: { $0.path == change.path }),
      let restored = try change.takenBack(from: files[index].restored ?? "")
    else { return }
    files[index].restored = change.isNew && restored.isEmpty ? nil : restored
  }

  /// Whether there is nothing to undo.
  var isEmpty: Bool { files.isEmpty && links.isEmpty }

  /// The steps as text for the user.
  var shown: [String] {
    files.flatMap { file -> [String] in
      guard let restored = file.restored else { return [file.path + " (removed)"] }
      let (old, new) = (Self.lines(file.current), Self.lines(restored))
      let changes = new.difference(from: old)
      return [file.path]
        + changes.removals.flatMap { ConfigurationLines.shown($0.line, mark: "-") }
        + changes.insertions.flatMap { ConfigurationLines.shown($0.line, mark: "+") }
    } + links.map { $0.path + " (removed)" }
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Carries out the steps.
  func make() throws(CommandFailure) {
    for file in files {
      if let restored = file.restored {
        try ConfigurationFile.write(restored, to: file.path)
      } else {
        try ConfigurationFile.remove(file.path)
      }
    }
    for link in links { try ConfigurationFile.remove(link.path) }
  }
}

extension CollectionDifference<Substring>.Change {
  fileprivate var line: String {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): String(line)
    }
  }
}
