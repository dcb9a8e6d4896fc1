// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import Foundation

/// `coatcheck trust`.
struct TrustCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Let a folder choose the account of the commands that are run in it.",
    discussion: """
      The file .coatcheck of a folder has the name of an account, which commands use that are run there, or in a folder \
      below it, and name no other one; $COATCHECK_ACCOUNT comes first. It is obeyed once you have agreed to it with this \
      command, and as long as it is where it was and says what it said.

      With --account the file of this folder is written first.
      """)

  @Option(help: "The account that this folder shall have.", completion: .accounts)
  var account: String?

  @Flag(help: "Take the agreement back.") var remove = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard account == nil || !remove else { throw ValidationError("--remove takes no account") }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    if let account { try await write(context.session(named: account).name) }
    if remove { return try takeBack(in: context) }
    guard let folder = try FolderAccount.nearest() else {
      throw CommandFailure(
        .usage, "neither this folder nor one above it has a file \(FolderAccount.fileName)",
        hint: "write one with: coatcheck trust --account ACCOUNT")
    }
    guard folder.path.utf8.allSatisfy({ $0 >= 0x20 }) else {
      throw CommandFailure(.usage, "the path of this folder has a control character")
    }
    try change(in: context) { $0.add(folder) }
    try context.terminal.answer(
      UntrustedText.printable(folder.account) + "\t"
        + UntrustedText.printable(folder.path, limit: 8192),
      json: [
        "account": .string(folder.account), "file": .string(folder.path), "trusted": true,
      ], as: output)
    return .success
  }

  /// Takes the agreement back. The file is not read: it may be damaged or missing.
  private func takeBack(in context: CommandContext) throws -> ExitStatus {
    let usual = FileManager.default.currentDirectoryPath + "/" + FolderAccount.fileName
    let path = FolderAccount.nearestPath() ?? usual
    try change(in: context) { $0.remove(path) }
    try context.terminal.answer(
      UntrustedText.printable(path, limit: 8192),
      json: ["file": .string(path), "trusted": false], as: output)
    return .success
  }

  private func change(
    in context: CommandContext, _ change: (inout TrustedFolders) -> Void
  ) throws(CommandFailure) {
    try UserList.change(TrustedFolders.path(variable: context.variable)) {
      () throws(CommandFailure) in
      var trusted = try TrustedFolders(variable: context.variable)
      change(&trusted)
      return trusted.text
    }
  }

  private func write(_ account: String) throws(CommandFailure) {
    let path = FileManager.default.currentDirectoryPath + "/" + FolderAccount.fileName
    do {
      try Data("\(account)\n".utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw CommandFailure(.failure, "cannot write \(path)")
    }
  }
}
