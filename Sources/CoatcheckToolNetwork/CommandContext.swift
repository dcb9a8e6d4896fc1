// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// What a command works with: everything it reads from outside comes from here.
struct CommandContext: Sendable {
  let terminal: Terminal
  let environment: Environment
  let transport: any HTTPTransport
  let store: any TokenStore
  let variable: @Sendable (String) -> String?

  /// The folder, file or service where the sessions are.
  var storePath: String { store.place.location }

  /// The stored session that `name` means.
  ///
  /// - Throws: as ``AccountChoice``, or a storage failure.
  func session(named name: String?) async throws -> StoredSession {
    let wanted = AccountChoice.wanted(argument: name, variable: variable)
    return try await StoredAccounts(in: store).session(named: wanted)
  }
}

/// One sub-command: its arguments, and what it does.
protocol NetworkCommand: ParsableCommand, Sendable {
  var output: OutputOptions { get }

  /// Does the work and writes the answer.
  func run(in context: CommandContext) async throws -> ExitStatus
}
