// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE

/// `coatcheck helper map PLACE ACCOUNT`.
struct HelperMapCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Give a place the credentials of an account.",
    discussion: """
      A place is the address of a server, with a path where only a part of it is meant: \
      https://git.example, https://git.example/team, registry.example:5000.

      Options: username=NAME, the user name that goes with the token; scheme=basic or \
      scheme=bearer, where a server takes both; token=id, for the ID token; min-life=SECONDS, how \
      long a token has to last.
      """)

  @Argument(help: "The address.") var place: String
  @Argument(help: "The account: its name.", completion: .accounts) var account: String
  @Argument(help: "NAME=VALUE.") var options: [String] = []
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let place = try Place(place)
    let stored = try await context.session(named: account)
    var form = CredentialForm()
    for option in options { try form.set(option) }
    let rule = try PlaceRule(place, account: stored.name, form: form)
    try PlacesFile.change(variable: context.variable) { $0.add(rule) }
    try context.terminal.answer(UntrustedText.printable(rule.line), json: rule.json, as: output)
    return .success
  }
}
