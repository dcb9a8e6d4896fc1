// SPDX-License-Identifier: Apache-2.0

/// The text of a configuration file whose lines belong to the heading above them, as in `[profile main]`, `account main`.
struct SectionedText {
  private typealias Line = ConfigurationFile.Line

  private let file: ConfigurationFile
  private let lines: [Line]
  private let isHeading: (Substring) -> Bool

  /// - Parameter isHeading: Whether a line, without white space around it, begins a section.
  init(_ file: ConfigurationFile, isHeading: @escaping (Substring) -> Bool) {
    self.file = file
    self.isHeading = isHeading
    lines = file.lines
  }

  /// The value of a setting in a section: what stands after its name, and `=` where there is one.
  func value(of name: String, in heading: (Substring) -> Bool) -> String? {
    settings(heading).last { $0.name == name }.map { line in
      var value = Self.trimmed(line.text).dropFirst(name.utf8.count).drop(while: \.isWhitespace)
      if value.first == "=" || value.first == ":" { value.removeFirst() }
      return String(Self.trimmed(value))
    }
  }

  /// The change that inserts lines below a heading, and removes settings of that section.
  ///
  /// - Parameters:
  ///   - names: The settings to remove, in lower case.
  ///   - heading: Which section it is.
  ///   - added: The lines.
  /// - Returns: Nil when there is no such section.
  func replacing(
    _ names: Set<String>, in heading: (Substring) -> Bool, by added: [String]
  ) -> FileChange? {
    guard let index = index(of: heading) else { return nil }
    let gone = settings(heading).filter { names.contains($0.name) }
    let hasBreak =
      file.text.map { $0.utf8.count } != lines[index].text.utf8.count
      + lines[index].range.lowerBound
    let insertion = TextEdit(
      offset: lines[index].range.upperBound, removed: "",
      inserted: (hasBreak ? "" : "\n") + added.map { $0 + "\n" }.joined())
    guard let first = gone.first, first.range.lowerBound == insertion.offset else {
      return FileChange(file, [insertion] + gone.map(removal))
    }
    // One edit, because the first removed line is where the new lines are inserted: edits must not overlap.
    let both = TextEdit(
      offset: insertion.offset, removed: removal(first).removed, inserted: insertion.inserted)
    return FileChange(file, [both] + gone.dropFirst().map(removal))
  }

  private func removal(_ line: Line) -> TextEdit {
    TextEdit(
      offset: line.range.lowerBound, removed: String((file.text ?? "")[bytes: line.range]),
      inserted: "")
  }

  private func index(of heading: (Substring) -> Bool) -> Int? {
    lines.firstIndex { isHeading(Self.trimmed($0.text)) && heading(Self.trimmed($0.text)) }
  }

  private func settings(_ heading: (Substring) -> Bool) -> ArraySlice<Line> {
    guard let index = index(of: heading) else { return [] }
    return lines[(index + 1)...].prefix { !isHeading(Self.trimmed($0.text)) }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}

extension ConfigurationFile.Line {
  /// The first word, in lower case: the name of a setting.
  fileprivate var name: String {
    text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != "=" && $0 != ":" }
      .lowercased()
  }
}
