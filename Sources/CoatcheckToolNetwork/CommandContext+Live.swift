// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

extension CommandContext {
  /// The context of this process.
  ///
  /// - Throws: a failure if there is no folder for the store.
  static func live(terminal: Terminal) throws(CommandFailure) -> CommandContext {
    let path = try StoreDirectory.path(variable: ProcessVariables.value)
    return CommandContext(
      terminal: terminal, environment: .live, transport: Transports.system,
      store: FileTokenStore(directory: path), variable: ProcessVariables.value)
  }
}
