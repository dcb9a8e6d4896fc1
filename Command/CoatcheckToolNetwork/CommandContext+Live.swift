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
  static func live(terminal: Terminal) throws(CommandFailure) -> CommandContext {
    let store: SystemStore
    do throws(OAuthError) {
      store = try SystemStore(variable: ProcessVariables.value)
    } catch {
      throw CommandFailure(error)
    }
    return CommandContext(
      terminal: terminal, environment: .live, transport: Transports.system, store: store,
      variable: ProcessVariables.value)
  }
}
