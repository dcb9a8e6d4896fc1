// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// What a command works with: everything it reads from outside comes from here.
struct CommandContext: Sendable {
  let terminal: Terminal
  let environment: RuntimeEnvironment
  let transport: any HTTPTransport
  let store: any TokenStore
  let variable: @Sendable (String) -> String?

  /// The folder, file or service where the sessions are.
  var storePath: String { store.place.location }

  var accounts: Accounts { Accounts(in: store, environment: environment) }

  /// The stored session that `name` means.
  ///
  /// - Throws: As ``AccountChoice``, or a storage failure.
  func session(named name: String?) async throws -> StoredSession {
    let wanted = AccountChoice.wanted(argument: name, variable: variable) ?? folderAccount
    return try await StoredAccounts(in: store).session(named: wanted)
  }

  /// The account that the folder of this process has chosen, where the user has agreed to that.
  var folderAccount: String? {
    do throws(CommandFailure) {
      switch try FolderChoice(variable: variable) {
      case .nothing: break
      case .account(let chosen): return chosen
      case .notTrusted(let folder):
        terminal.warning(
          "\(folder.path) names the account “\(folder.account)”, and you have not agreed to it")
        terminal.hint("agree with: coatcheck trust")
      }
    } catch {
      terminal.warning(error.message)
    }
    return nil
  }

  /// Makes sure that no other account has the name `name`.
  ///
  /// - Parameter isOwner: Whether an account may have the name already.
  /// - Throws: A usage failure.
  func requireFree(name: String, except isOwner: (AccountID) -> Bool) async throws {
    let owners = try await accounts.list(AccountFilter(name: name))
    guard owners.allSatisfy({ isOwner($0.account) }) else {
      throw CommandFailure(
        .usage, "the name “\(name)” belongs to another account", code: "name_in_use",
        hint: "choose another name, or rename that account first")
    }
  }
}

/// One sub-command: its arguments, and what it does.
protocol NetworkCommand: ParsableCommand, Sendable {
  var output: OutputOptions { get }

  /// Does the work and writes the output.
  func run(in context: CommandContext) async throws -> ExitStatus
}
