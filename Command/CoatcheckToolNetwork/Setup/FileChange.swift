// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// A change of one configuration file.
struct FileChange: Equatable, Sendable {
  /// The file.
  let path: String
  /// Whether the change creates the file.
  let isNew: Bool
  /// The edits, ordered by their offsets; they do not overlap.
  let edits: [TextEdit]

  init(path: String, isNew: Bool, edits: [TextEdit]) {
    self.path = path
    self.isNew = isNew
    self.edits = edits
  }

  /// A new change of a file that was read.
  init(_ file: ConfigurationFile, _ edits: [TextEdit]) {
    self.init(
      path: file.path, isNew: file.text == nil, edits: edits.sorted { $0.offset < $1.offset })
  }

  /// Adds lines at the end.
  ///
  /// - Parameter lines: Whole lines, with a line break after each.
  static func appending(_ lines: String, to file: ConfigurationFile) -> FileChange {
    let text = file.text ?? ""
    let needsBreak = !text.isEmpty && text.utf8.last != UInt8(ascii: "\n")
    return FileChange(
      file,
      [
        TextEdit(
          offset: text.utf8.count, removed: "", inserted: (needsBreak ? "\n" : "") + lines)
      ])
  }

  /// The change for the user: the file, and its lines with `-` and `+`.
  var shown: [String] {
    [path + (isNew ? " (new)" : "")]
      + edits.flatMap { edit in
        ConfigurationLines.shown(edit.removed, mark: "-")
          + ConfigurationLines.shown(edit.inserted, mark: "+")
      }
  }

  /// Writes the change to the file.
  ///
  /// - Throws: A failure when the file has changed since it was read; it stays as it is then.
  func make() throws(CommandFailure) {
    let text = try ConfigurationFile(path).text
    let fits = edits.allSatisfy { edit in
      ByteText(text ?? "").has(edit.removed, at: edit.offset)
    }
    guard fits, isNew == (text == nil) else {
      throw CommandFailure(
        .failure, "\(path) has changed meanwhile, and is left as it is",
        hint: "run the command again")
    }
    try ConfigurationFile.write((text ?? "").applying(edits), to: path)
  }

  /// The text with this change undone and all other changes kept; nil when nothing of this change is left.
  ///
  /// - Throws: A failure when the inserted text is not found, or more than once.
  func takenBack(from text: String) throws(CommandFailure) -> String? {
    let bytes = ByteText(text)
    var reversed: [TextEdit] = []
    var shift = 0
    for edit in edits {
      let offset = edit.offset + shift
      shift += edit.inserted.utf8.count - edit.removed.utf8.count
      if bytes.has(edit.inserted, at: offset) {
        reversed.append(TextEdit(offset: offset, removed: edit.inserted, inserted: edit.removed))
        continue
      }
      let places = bytes.places(of: edit.inserted)
      // An insertion that the user has removed completely needs no undoing.
      let isGone = edit.inserted.split(separator: "\n").allSatisfy {
        bytes.places(of: String($0)).isEmpty
      }
      if isGone && edit.removed.isEmpty { continue }
      guard let only = places.first, places.count == 1 else { throw changedSince }
      reversed.append(TextEdit(offset: only, removed: edit.inserted, inserted: edit.removed))
    }
    return reversed.isEmpty ? nil : text.applying(reversed)
  }

  private var changedSince: CommandFailure {
    CommandFailure(
      .failure, "\(path) has been changed since, so that what was there before has no place",
      hint: "take the change back there by hand, and run the command again with --forget")
  }
}
