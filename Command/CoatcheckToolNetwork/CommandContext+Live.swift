// SPDX-License-Identifier: Apache-2.0
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

extension CommandContext {
  /// The context of this process.
  ///
  /// - Throws: a failure if the store that the environment names is none.
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
