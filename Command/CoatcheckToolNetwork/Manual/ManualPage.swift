// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand

/// The manual page of a command, in the macros of man(7).
struct ManualPage {
  /// Its file: `coatcheck-token.1`.
  let name: String
  let text: String

  init(_ command: CommandDescription, version: String) {
    let title = command.fullName.replacing(" ", with: "-")
    name = title + ".1"
    var lines = [
      ".TH \(Self.escaped(title).uppercased()) 1 \"\" \"coatcheck \(version)\" \"Coatcheck\"",
      ".SH NAME", "\(Self.escaped(title)) \\- \(Self.escaped(Self.sentence(command.abstract)))",
      ".SH SYNOPSIS", ".B \(Self.escaped(command.fullName))",
    ]
    lines += command.shownArguments.map(Self.synopsis)
    if !command.shownSubcommands.isEmpty { lines.append("\\fIcommand\\fR ...") }
    if let discussion = command.discussion, !discussion.isEmpty {
      lines += [".SH DESCRIPTION"] + Self.paragraphs(discussion)
    }
    if !command.shownSubcommands.isEmpty {
      lines.append(".SH COMMANDS")
      for sub in command.shownSubcommands {
        lines += [
          ".TP", ".B \(Self.escaped(sub.commandName))",
          Self.escaped(sub.abstract ?? ""),
        ]
      }
    }
    if !command.shownArguments.isEmpty { lines.append(".SH OPTIONS") }
    for argument in command.shownArguments {
      lines += [".TP", Self.heading(argument), Self.escaped(argument.abstract ?? "")]
    }
    let others =
      (command.superCommands?.isEmpty == false ? ["coatcheck"] : [])
      + command.shownSubcommands.map { "\(title)-\($0.commandName)" }
    if !others.isEmpty {
      lines.append(".SH SEE ALSO")
      lines.append(others.map { ".BR \(Self.escaped($0)) (1)" }.joined(separator: "\n"))
    }
    text = lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  /// An abstract for the section NAME: without its full stop.
  private static func sentence(_ text: String?) -> String {
    var text = text ?? ""
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  private static func synopsis(_ argument: CommandDescription.Argument) -> String {
    let text = heading(argument)
    return argument.isOptional ? "[\(text)]" : text
  }

  private static func heading(_ argument: CommandDescription.Argument) -> String {
    let names = (argument.names ?? []).map { "\\fB\(escaped($0.typed))\\fR" }
    let value = argument.kind == "flag" ? nil : argument.valueName.map { "\\fI\(escaped($0))\\fR" }
    let rest = argument.isRepeating ? " ..." : ""
    return (names.isEmpty ? [] : [names.joined(separator: ", ")])
      .appending(value).joined(separator: " ") + rest
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      let words = line.split(separator: "\t", maxSplits: 1).map(String.init)
      if line.isEmpty { return [".PP"] }
      guard words.count == 2 else {
        return line.first?.isWhitespace == true
          ? [".br", escaped(String(line))] : [escaped(String(line))]
      }
      let name = words[0].drop(while: \.isWhitespace)
      return [".TP", ".B \(escaped(String(name)))", escaped(words[1])]
    }
  }

  /// Escapes the characters that roff interprets.
  private static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("'", with: "\\(aq")
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}

extension [String] {
  fileprivate func appending(_ element: String?) -> [String] { self + (element.map { [$0] } ?? []) }
}
