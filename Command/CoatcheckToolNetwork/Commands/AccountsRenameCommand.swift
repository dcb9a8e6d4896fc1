// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE

/// `coatcheck accounts rename OLD NEW`.
struct AccountsRenameCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename an account.",
    discussion: "The session does not change; programs that use it continue.")

  @Argument(
    help: ArgumentHelp("The account: its name, subject or issuer.", valueName: "account"),
    completion: .accounts)
  var account: String

  @Argument(help: ArgumentHelp("The new name.", valueName: "name"))
  var name: String

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let name = try AccountWord.name(name)
    let stored = try await context.session(named: account)
    try await context.requireFree(name: name) { $0 == stored.account }
    try await context.accounts.rename(stored.account, to: name)
    try context.terminal.answer(
      UntrustedText.printable(name),
      json: ["account": .string(name), "before": .string(stored.name)], as: output)
    return .success
  }
}
