// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckCommand
import Foundation

/// The program `coatcheck-network`: every command of `coatcheck`, with the network.
@main
struct RootCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coatcheck",
    abstract: "Sign in with OAuth 2 and OpenID Connect, stay signed in, and call APIs.",
    discussion: "Exit statuses:\n" + exitStatuses,
    version: "0.1.0",
    subcommands: [
      LoginCommand.self, TokenCommand.self, RequestCommand.self, AccountsCommand.self,
      SwitchCommand.self, TrustCommand.self, StatusCommand.self, RefreshCommand.self,
      ImportCommand.self,
      WatchCommand.self, MigrateCommand.self, LogoutCommand.self,
      InspectCommand.self, HelperCommand.self, WhichCommand.self, ExecCommand.self,
      ProxyCommand.self, SetupCommand.self, DoctorCommand.self, CompletionCommand.self,
      ManualCommand.self,
    ])

  private static let exitStatuses = ExitStatus.allCases
    .map { "  \($0.rawValue)\t\($0.meaning)" }.joined(separator: "\n")

  static func main() async {
    let interruption = Interruption()
    Foundation.exit(await status(interruption).rawValue)
  }

  private static func status(_ interruption: Interruption) async -> ExitStatus {
    do {
      guard let command = try parsedCommand() else { return .success }
      let terminal = command.output.quiet ? Terminal.standard.quiet : .standard
      do {
        let context = try CommandContext.live(terminal: terminal, of: command)
        let status = try await interruption.watch { try await command.run(in: context) }
        return status == .interrupted ? interruption.status ?? status : status
      } catch {
        let failure =
          interruption.status.map { CommandFailure($0, "interrupted") }
          ?? CommandFailure(error)
        terminal.report(failure, asJSON: command.output.json)
        return failure.status
      }
    } catch {
      let failure = CommandFailure(error)
      Terminal.standard.report(failure, asJSON: CommandLine.arguments.contains("--json"))
      return failure.status
    }
  }

  /// The command asked for; nil if help was asked for, which is printed here.
  private static func parsedCommand() throws(CommandFailure) -> (any NetworkCommand)? {
    do {
      var parsed = try parseAsRoot()
      if let command = parsed as? any NetworkCommand { return command }
      try parsed.run()
      return nil
    } catch {
      let text = fullMessage(for: error)
      guard exitCode(for: error) == .success else {
        throw CommandFailure(
          .usage, message(for: error), hint: meantCommand ?? "see: \(helpCommand)")
      }
      try Terminal.standard.answer(text)
      return nil
    }
  }

  private static var names: [String] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
      .compactMap { $0.configuration.commandName }
  }

  /// The suggestion for a misspelled command; nil if no command is near.
  private static var meantCommand: String? {
    guard let word = CommandLine.arguments.dropFirst().first, !names.contains(word),
      !word.hasPrefix("-")
    else { return nil }
    return Suggestion.nearest(to: word, among: names).map { "did you mean: coatcheck \($0)" }
  }

  private static var helpCommand: String {
    let named = names.first { CommandLine.arguments.dropFirst().first == $0 }
    return (["coatcheck", named, "--help"] as [String?]).compactMap { $0 }.joined(separator: " ")
  }
}
