// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// The context that reads the environment of the process.
extension CommandContext {
  /// The context of this process.
  ///
  /// - Throws: A failure if the store that the environment names is not valid.
  static func live(
    terminal: Terminal, of command: any NetworkCommand
  ) throws(CommandFailure) -> CommandContext {
    let store: SystemStore
    do throws(OAuthError) {
      store = try SystemStore(variable: ProcessVariables.value)
    } catch {
      throw CommandFailure(error)
    }
    // Not for helpers and `exec`: another program may be drawing on the same terminal.
    let isForUser =
      !(command is HelperAnswerCommand || command is ExecCommand)
      && !command.output.quiet
    let display = isForUser ? WaitingDisplay(terminal, environment: .live) : nil
    return CommandContext(
      terminal: terminal, environment: .live,
      transport: display.map { WaitingTransport(Transports.system, showing: $0) }
        ?? Transports.system,
      store: store, variable: ProcessVariables.value)
  }
}
