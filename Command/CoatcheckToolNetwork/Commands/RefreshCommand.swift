// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth

/// `coatcheck refresh`.
struct RefreshCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "refresh",
    abstract: "Replace an account's tokens now.",
    discussion: """
      Prints how many times the tokens were replaced, and how long the new one lasts; no token is \
      shown. It is needed when an API refuses a token that is not spent yet; else tokens are \
      replaced by themselves.
      """)

  @Argument(
    help: "The account's name, subject or issuer; needed only if there are several.",
    completion: .accounts)
  var account: String?

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let stored = try await context.session(named: account)
    let current = try await context.session(stored) { try await $0.refresh() }
    let status = AccountStatus(current, isDefault: false, now: context.environment.now())
    if output.json {
      var answer: JSONObject = [
        "account": .string(current.name), "issuer": .string(current.account.issuer),
        "subject": .string(current.account.subject),
        "generation": .number(JSONNumber(current.generation)),
      ]
      answer["access_token"] = .object(status.accessTokenJSON)
      answer["refresh_token"] = .object(status.refreshTokenJSON)
      try context.terminal.answer(json: answer)
    } else {
      try context.terminal.answer(
        UntrustedText.printable(current.name)
          + "\tgeneration \(current.generation)\t\(status.accessToken)")
    }
    return .success
  }
}
