// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckOAuth

/// Asks the user at the terminal for a password, which does not show while it is typed, or for a line.
struct UserPrompt: Sendable {
  /// The maximum length of a password, in bytes.
  private static let maximumSecretLength = 1024

  /// Whether a user may be asked.
  let mayAsk: Bool
  /// How long the user may take.
  let deadline: Duration
  /// The command to run at a terminal.
  let command: String
  let terminal: SignInTerminal
  let environment: RuntimeEnvironment
  /// Called once a user is about to be asked.
  let willPrompt: @Sendable () -> Void

  /// Reads a password.
  ///
  /// - Parameter question: What is asked, without a colon.
  /// - Throws: `interactionRequired` where the user cannot or may not be asked; `userCancelled` when nothing was
  ///   typed; `timedOut` when the user did not answer.
  func secret(_ question: String) async throws(OAuthError) -> Secret {
    guard mayAsk, ControllingTerminal.exists else {
      throw .interactionRequired(command: command)
    }
    willPrompt()
    let typed = try await inTime {
      try await ControllingTerminal.readSecret("coatcheck: \(question): ", Self.maximumSecretLength)
    }
    guard let typed, !typed.isEmpty else { throw .userCancelled("The user typed nothing.") }
    return typed
  }

  /// Shows lines, and reads the answer to the last.
  ///
  /// - Parameter limit: The longest answer, in bytes.
  /// - Throws: As ``secret(_:)``.
  func answer(to lines: [String], limit: Int) async throws(OAuthError) -> String {
    guard mayAsk, let readLine = terminal.readLine else {
      throw .interactionRequired(command: command)
    }
    willPrompt()
    lines.forEach(terminal.show)
    guard let line = try await inTime({ try await readLine(limit) }), !line.isEmpty else {
      throw .userCancelled("The user typed nothing.")
    }
    return line
  }

  private func inTime<Value: Sendable>(
    _ read: @escaping @Sendable () async throws -> Value
  ) async throws(OAuthError) -> Value {
    let late = OAuthError.unanswered("The user did not respond in time.")
    do {
      return try await withDeadline(deadline, environment: environment, otherwise: late, read)
    } catch {
      throw OAuthError.known(error) ?? .misused("terminal", "The terminal cannot be read.")
    }
  }
}
