// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE

/// `coatcheck which PLACE`.
struct WhichCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "which", abstract: "Say whose credentials a place gets, and why.")

  @Argument(help: "The address.") var place: String
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let place = try Place(place)
    let path = try PlacesFile.path(variable: context.variable)
    let rules = try PlacesFile.rules(variable: context.variable)
    guard let rule = rules.rule(for: place, account: nil) else {
      throw CommandFailure(
        .notSignedIn, "\(place) gets no credentials: no line of \(path) names it",
        code: "unknown_place", hint: "choose an account with: coatcheck helper map PLACE ACCOUNT")
    }
    let stored = try await context.session(named: rule.account)
    try context.terminal.answer(
      UntrustedText.printable(stored.name) + "\t"
        + UntrustedText.printable("by the line “\(rule.line)” of \(path)", limit: 1024),
      json: [
        "account": .string(stored.name), "issuer": .string(stored.account.issuer),
        "subject": .string(stored.account.subject), "rule": .object(rule.json),
        "file": .string(path),
      ], as: output)
    return .success
  }
}
