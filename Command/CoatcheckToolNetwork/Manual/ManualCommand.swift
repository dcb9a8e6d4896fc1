// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckCommand
import Foundation

/// `coatcheck manual FOLDER`, for `make install`.
struct ManualCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual pages of all commands into a folder.",
    shouldDisplay: false)

  @Argument(help: "The folder.", completion: .directory) var folder: String

  @OptionGroup(visibility: .hidden) var output: OutputOptions

  /// The programs that are a link to `coatcheck`, and so are described with the helpers.
  private static let links = ["git-credential-coatcheck.1", "docker-credential-coatcheck.1"]

  func run(in context: CommandContext) async throws -> ExitStatus {
    let description = try JSONDecoder().decode(
      CommandDescription.Document.self, from: Data(RootCommand._dumpHelp().utf8))
    let version = RootCommand.configuration.version
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for command in description.command.all {
        let page = ManualPage(command, version: version)
        let names = [page.name] + (command.commandName == "helper" ? Self.links : [])
        for name in names {
          try Data(page.text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
      }
    } catch let error as CocoaError {
      throw CommandFailure(.failure, "cannot write to \(folder): \(error.localizedDescription)")
    }
    return .success
  }
}
