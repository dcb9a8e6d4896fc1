// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `coatcheck accounts`: without a further word, the list.
struct AccountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "List the stored accounts, rename, label or remove them.",
    subcommands: [
      AccountsListCommand.self, AccountsRenameCommand.self, AccountsLabelCommand.self,
      AccountsRemoveCommand.self,
    ],
    defaultSubcommand: AccountsListCommand.self)
}
