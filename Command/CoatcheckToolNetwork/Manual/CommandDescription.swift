// SPDX-License-Identifier: Apache-2.0

/// A command and its arguments, as the argument parser describes them for other tools.
struct CommandDescription: Decodable {
  /// The JSON document that the argument parser writes.
  struct Document: Decodable {
    let command: CommandDescription
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String

      /// As it is typed.
      var typed: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandDescription]?
  let arguments: [Argument]?
  let superCommands: [String]?
  let shouldDisplay: Bool?

  /// The whole name: `coatcheck accounts rename`.
  var fullName: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

  /// The arguments that users know of.
  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The subcommands that users know of.
  var shownSubcommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
  }

  /// The command, and all that are below it.
  var all: [CommandDescription] { [self] + shownSubcommands.flatMap(\.all) }
}
