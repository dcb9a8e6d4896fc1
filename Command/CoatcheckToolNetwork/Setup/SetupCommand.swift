// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// `coatcheck setup PROGRAM`.
struct SetupCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Have another program ask for its credentials here.",
    discussion: """
      Shows what is changed in the program's configuration, and in your list of places, and asks \
      before it writes. --undo takes it back: each file is as it was then, apart from what else was \
      changed there since.

      Programs, and what the argument is:
      \(programs)
      """)

  private static let programs = ProgramSetups.all.map { "  \($0.name)\t\($0.argument)" }
    .joined(separator: "\n")

  @Argument(help: "The program.") var program: String

  @Argument(help: ArgumentHelp("The server, or what the list says.", valueName: "where"))
  var argument: String?

  @Option(help: "The account; needed only if there are several.", completion: .accounts)
  var account: String?

  @Flag(help: "Take back what was changed for the program.") var undo = false

  @Flag(help: "Forget what was changed: it is not taken back.") var forget = false

  @Flag(name: [.customShort("y"), .long], help: "Write without asking.") var yes = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !undo || (argument == nil && account == nil && !forget) else {
      throw ValidationError("--undo takes no other options than --yes")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let setup = try ProgramSetups.named(program)
    var record = try SetupRecord(of: program, variable: context.variable)
    if forget {
      try record.remove()
      return .success
    }
    if undo { return try await takeBack(record, in: context) }
    let stored = try await context.session(named: account)
    let target = SetupTarget(
      argument: argument, account: stored.name,
      program: ProgramPath.coatcheck(variable: context.variable),
      files: ProgramFiles(variable: context.variable))
    let changes = try await setup.changes(for: target)
    guard try await consent(to: changes.flatMap(\.shown), "is set up already", in: context) else {
      return .success
    }
    try record.add(changes)
    for change in changes { try change.make() }
    context.terminal.note("take it back with: coatcheck setup \(program) --undo")
    return .success
  }

  private func takeBack(
    _ record: SetupRecord, in context: CommandContext
  ) async throws -> ExitStatus {
    let undo = try SetupUndo(of: record)
    if undo.isEmpty { try record.remove() }
    guard try await consent(to: undo.shown, "was not set up here", in: context) else {
      return .success
    }
    try undo.make()
    try record.remove()
    return .success
  }

  /// Shows what will be done, and asks the user.
  ///
  /// - Returns: Whether to write the changes.
  private func consent(
    to shown: [String], _ otherwise: String, in context: CommandContext
  ) async throws -> Bool {
    if output.json {
      try context.terminal.answer(
        json: [
          "program": .string(program), "changes": .array(shown.map(JSONValue.string)),
          "written": .bool(yes && !shown.isEmpty),
        ])
    } else if shown.isEmpty {
      context.terminal.note("\(program) \(otherwise)")
    } else {
      for line in shown { try context.terminal.answer(UntrustedText.printable(line, limit: 4096)) }
    }
    guard !shown.isEmpty, !yes else { return yes && !shown.isEmpty }
    guard !output.json, let readLine = context.terminal.prompt.readLine else {
      context.terminal.note("nothing is written; add --yes to write it")
      return false
    }
    context.terminal.prompt.show("Write this? [y/N]")
    let answer = try await readLine(16)?.lowercased()
    return ["y", "yes"].contains(answer)
  }
}
