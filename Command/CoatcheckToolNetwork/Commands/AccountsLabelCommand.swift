// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE

/// `coatcheck accounts label ACCOUNT`.
struct AccountsLabelCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Add labels to an account, or remove them.",
    discussion: "Prints the resulting labels of the account, one on each line.")

  @Argument(
    help: ArgumentHelp("The account: its name, subject or issuer.", valueName: "account"),
    completion: .accounts)
  var account: String

  @Option(help: ArgumentHelp("A label to add; may be given several times.", valueName: "label"))
  var add: [String] = []

  @Option(
    help: ArgumentHelp("A label to remove; may be given several times.", valueName: "label"))
  var remove: [String] = []

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    var new: Set<String> = []
    for label in add { new.insert(try AccountWord.label(label)) }
    let session = try await context.session(named: account)
    if !(add.isEmpty && remove.isEmpty) {
      let (new, old) = (new, remove)
      try await context.accounts.update(session.account) { notes in
        notes.labels = notes.labels.union(new).subtracting(old)
      }
    }
    let labels = try await context.store.session(session.account)?.labels.sorted() ?? []
    if output.json {
      try context.terminal.answer(
        json: [
          "account": .string(session.name), "labels": .array(labels.map(JSONValue.string)),
        ])
      return .success
    }
    for label in labels { try context.terminal.answer(UntrustedText.printable(label)) }
    return .success
  }
}
