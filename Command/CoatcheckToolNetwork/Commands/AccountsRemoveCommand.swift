// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE

/// `coatcheck accounts remove ACCOUNT`.
struct AccountsRemoveCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an account, or all of them, from this machine only.",
    discussion: """
      Nothing is sent: the provider goes on honouring the tokens until they end. To revoke them, use \
      coatcheck logout.
      """)

  @Argument(
    help: ArgumentHelp("The account: its name, subject or issuer.", valueName: "account"),
    completion: .accounts)
  var account: String?

  @Flag(help: "Remove all accounts.")
  var all = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    // The account to delete is named; no default and no variable selects it.
    guard all != (account != nil) else { throw ValidationError("name one account, or give --all") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let accounts = try await StoredAccounts(in: context.store)
    let leaving = all ? accounts.sessions : [try accounts.session(named: account)]
    for session in leaving {
      try KeptCredential.removeAll(of: session.account)
      try await context.accounts.remove(session.account)
      if !output.json { try context.terminal.answer(UntrustedText.printable(session.name)) }
    }
    if output.json {
      try context.terminal.answer(
        json: ["removed": .array(leaving.map { .string($0.name) }), "revoked": .bool(false)])
    }
    context.terminal.note(
      leaving.isEmpty
        ? "no account is stored"
        : "removed from this machine; the tokens are not revoked (coatcheck logout revokes them)")
    return .success
  }
}
