// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckHelpers

/// `coatcheck helper`.
struct HelperCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "helper",
    abstract: "Give other programs their credentials, each in its own protocol.",
    usage: "coatcheck helper NAME [WORDS] [--account ACCOUNT] [--min-life SECONDS]",
    discussion: """
      A program gets a credential for the places on your list, and for no others. No browser is \
      opened: when a session has ended, the helper says so.

      Helpers: \(names).
      """,
    subcommands: [
      HelperMapCommand.self, HelperUnmapCommand.self, HelperPlacesCommand.self,
      HelperAnswerCommand.self,
    ],
    defaultSubcommand: HelperAnswerCommand.self)

  private static let names = HelperCall.helpers.map { $0.name }.joined(separator: ", ")
}
