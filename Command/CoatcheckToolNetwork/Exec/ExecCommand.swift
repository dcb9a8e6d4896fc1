// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckOAuth
import Foundation

/// `coatcheck exec -- PROGRAM`.
struct ExecCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec",
    abstract: "Run a program with an access token.",
    discussion: """
      With --env the token is in a variable of the program's environment. All of its children have it, \
      other programs of yours can read it, and it stays the same until the program ends: use it for \
      programs that are done before the token expires.

      With --file the variable names a file that only you can read. It is replaced before the token \
      expires, for programs that read it each time, and removed when the program has ended.

      The exit status is the program's; 128 and the number of the signal that ended it.
      """)

  @Option(help: "The account; needed only if there are several.", completion: .accounts)
  var account: String?

  @Option(name: .customLong("env"), help: "The variable that has the token.")
  var variable: String?

  @Option(
    name: .customLong("file"), help: "The variable that has the path of a file with the token.")
  var fileVariable: String?

  @Option(name: .customLong("min-life"), help: "How many seconds the token has to last.")
  var minimumLife = 300

  @Argument(parsing: .postTerminator, help: "The program, and its arguments.")
  var command: [String]

  @OptionGroup var output: OutputOptions

  /// Variables that the program does not get, because they give access to the store.
  private static let withheld = ["COATCHECK_PASSPHRASE_FILE"]

  func validate() throws {
    guard (variable == nil) != (fileVariable == nil) else {
      throw ValidationError("exec takes either --env NAME or --file NAME")
    }
    // POSIX, Environment Variables: "uppercase letters, digits, and the <underscore>"; applications may have lower-case ones.
    let name = variable ?? fileVariable ?? ""
    guard name.utf8.allSatisfy({ isalnum(Int32($0)) != 0 || $0 == 0x5F }),
      name.utf8.first.map({ isdigit(Int32($0)) == 0 }) == true
    else {
      throw ValidationError("“\(UntrustedText.printable(name))” is not the name of a variable")
    }
    guard !command.isEmpty else { throw ValidationError("exec needs a program after --") }
    guard CredentialForm.lives.contains(minimumLife) else {
      throw ValidationError("--min-life is a number of seconds, at most 86400")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    for name in Self.withheld { unsetenv(name) }
    let stored = try await context.session(named: account)
    let current = try await credential(stored, context)
    if let variable {
      setenv(variable, current.token.reveal(), 1)
      throw ExecutedProgram.replaceThisProcess(command)
    }
    let file = try TokenFile(current.token)
    setenv(fileVariable ?? "", file.path, 1)
    let program = try ExecutedProgram(command)
    let refreshing = Task { try await keep(file, stored, context) }
    let status = await program.end()
    refreshing.cancel()
    file.remove()
    Foundation.exit(status)
  }

  private func credential(
    _ stored: StoredSession, _ context: CommandContext
  ) async throws -> Credential {
    let form = CredentialForm()
    let current = try await context.renewed(stored, as: form, lasting: Double(minimumLife))
    return try Credential(current, as: form)
  }

  /// Replaces the file before its token ends, until the task is cancelled or the session has ended.
  private func keep(
    _ file: TokenFile, _ stored: StoredSession, _ context: CommandContext
  ) async throws {
    while true {
      try await context.environment.sleep(.seconds(1))
      do {
        guard let newest = try await context.store.session(stored.account) else { return }
        try file.write(try await credential(newest, context).token)
      } catch {
        try Task.checkCancellation()
        let failure = CommandFailure(error)
        context.terminal.error(failure.message)
        guard failure.status != .sessionEnded else { return }
        try await context.environment.sleep(.seconds(30))
      }
    }
  }
}
