// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Foundation

/// `coatcheckd config`: checks or prints the configuration without starting a server.
struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check the configuration, or show it.",
    discussion: """
      Takes the file, the environment and the options of `coatcheckd serve`, and changes nothing.
      """,
    subcommands: [Check.self, Show.self])

  /// `coatcheckd config check`.
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Say whether a server would start: exit status 0, or 1 and a line for each fault.")

    @OptionGroup var serve: Serve

    func run() async throws {
      let loaded = try ConfigCommand.load(serve)
      let problems = StartCheck.problems(of: loaded)
      guard problems.isEmpty else {
        Standard.output(ConfigurationProblems(list: problems).description)
        throw ExitCode.failure
      }
      Standard.output("the configuration can be used")
    }
  }

  /// `coatcheckd config show`.
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print each setting, its value, and where it comes from. Secrets are not shown.")

    @OptionGroup var serve: Serve

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
      let listing = ConfigurationListing(loaded: try ConfigCommand.load(serve))
      Standard.output(json ? listing.json : listing.text)
    }
  }

  /// Reads the configuration, or prints all that is wrong with it.
  private static func load(_ serve: Serve) throws -> LoadedConfiguration {
    do throws(ConfigurationProblems) {
      return try ConfigurationInput(serve, variables: ProcessInfo.processInfo.environment).load()
    } catch {
      Standard.output(error.description)
      throw ExitCode.failure
    }
  }
}
