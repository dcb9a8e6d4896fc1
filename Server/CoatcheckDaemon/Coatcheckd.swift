// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// The identity server as a program.
@main
struct Coatcheckd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coatcheckd",
    abstract: "An OAuth 2.1 and OpenID Connect server.",
    version: "0.1.0",
    subcommands: [
      Serve.self, ConfigCommand.self, KeysCommand.self, BackupCommand.self, RestoreCommand.self,
      UsersCommand.self, ClientsCommand.self, SessionsCommand.self, TokensCommand.self,
      ConsentsCommand.self, LinksCommand.self, AuditCommand.self, ExportCommand.self,
      ImportCommand.self,
      MigrateCommand.self, CopyCommand.self,
    ])
}
