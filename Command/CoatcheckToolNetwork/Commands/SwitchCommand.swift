// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE

/// `coatcheck switch [ACCOUNT]`.
struct SwitchCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch",
    abstract: "Set the account that is used when none is named, or print it.",
    discussion: """
      The choice is a pointer and nothing more: every session stays as it is. An account that is \
      named on the command line or by $COATCHECK_ACCOUNT comes first.
      """)

  @Argument(
    help: "The account: its name, subject or issuer; without it, the default account is printed.",
    completion: .accounts)
  var account: String?

  @Flag(help: "Remove the default account.")
  var none = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard account == nil || !none else { throw ValidationError("--none takes no account") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if none {
      try await context.accounts.setDefault(nil)
      if output.json { try context.terminal.answer(json: ["account": .null]) }
      return .success
    }
    let accounts = try await StoredAccounts(in: context.store)
    let chosen: StoredSession
    if let account {
      chosen = try accounts.session(named: account)
      try await context.accounts.setDefault(chosen.account)
    } else {
      chosen = try current(accounts)
    }
    try context.terminal.answer(
      UntrustedText.printable(chosen.name),
      json: [
        "account": .string(chosen.name), "issuer": .string(chosen.account.issuer),
        "subject": .string(chosen.account.subject),
      ], as: output)
    if let named = AccountChoice.wanted(argument: nil, variable: context.variable) {
      context.terminal.note("COATCHECK_ACCOUNT names “\(named)” and has precedence")
    } else if let named = context.folderAccount {
      context.terminal.note("this folder has chosen “\(named)”, which has precedence")
    }
    return .success
  }

  private func current(_ accounts: StoredAccounts) throws(CommandFailure) -> StoredSession {
    if let chosen = accounts.sessions.first(where: accounts.isDefault) { return chosen }
    throw CommandFailure(
      .notSignedIn,
      accounts.defaultAccount == nil
        ? "no default account is chosen" : "the default account is no longer stored",
      code: "no_default", hint: "choose one with: coatcheck switch ACCOUNT")
  }
}
