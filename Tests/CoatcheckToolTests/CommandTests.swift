// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import TestKit

@testable import CoatcheckDaemon
@testable import CoatcheckToolNetwork

@Suite("The commands of the programs")
struct CommandTests {
  private static func all(under command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap { all(under: $0) }
  }

  // ArgumentParser compares the names of all commands at every start, and derives one that is left out from the name of
  // the type, which takes longer than to read the options.
  @Test("each have an explicit name")
  func names() {
    let commands = Self.all(under: Coatcheckd.self) + Self.all(under: RootCommand.self)
    #expect(commands.count > 60)
    #expect(commands.filter { $0.configuration.commandName == nil }.map { "\($0)" } == [])
  }

  @Test("have the same version")
  func version() {
    #expect(!Coatcheckd.configuration.version.isEmpty)
    #expect(Coatcheckd.configuration.version == RootCommand.configuration.version)
  }
}
