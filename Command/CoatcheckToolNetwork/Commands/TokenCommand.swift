// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// `coatcheck token`.
struct TokenCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Print a valid access token.",
    discussion: """
      A token that is spent is refreshed first; however many processes ask at once, one of them \
      does it and all get the result. No browser is opened: if the session has ended, the command \
      says so and exits with 4.
      """)

  @Argument(
    help: "The account's name, subject or issuer; needed only if there are several.",
    completion: .accounts)
  var account: String?

  @Flag(help: "Refresh even if the stored token is valid.")
  var refresh = false

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let stored = try await context.session(named: account)
    let current = try await context.session(stored) { session in
      if refresh { try await session.refresh() } else { _ = try await session.accessToken() }
    }
    let answer = TokenOutput(current, now: context.environment.now())
    try context.terminal.answer(
      answer.plain, json: answer.json, as: output)
    return .success
  }
}
