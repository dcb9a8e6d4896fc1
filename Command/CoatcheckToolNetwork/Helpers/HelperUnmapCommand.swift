// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE

/// `coatcheck helper unmap PLACE`.
struct HelperUnmapCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "unmap", abstract: "Give a place no credentials any more.")

  @Argument(help: "The address, as “coatcheck helper places” shows it.") var place: String
  @Option(help: "Only those of this account.", completion: .accounts) var account: String?
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let place = try Place(place)
    var count = 0
    try PlacesFile.change(variable: context.variable) { count = $0.remove(place, account: account) }
    guard count > 0 else {
      throw CommandFailure(
        .usage, "\(place) is not on the list", code: "unknown_place",
        hint: "see the list with: coatcheck helper places")
    }
    if output.json { try context.terminal.answer(json: ["removed": .number(JSONNumber(count))]) }
    return .success
  }
}
