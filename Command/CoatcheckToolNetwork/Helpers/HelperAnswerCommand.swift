// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckOAuth

/// `coatcheck helper NAME`: the answer to another program, where it needs the network.
struct HelperAnswerCommand: NetworkCommand {
  static let configuration = CommandConfiguration(commandName: "answer", shouldDisplay: false)

  @Argument(parsing: .captureForPassthrough) var words: [String] = []
  @OptionGroup(visibility: .private) var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let call = try HelperCall(words, variable: context.variable) { () throws(CommandFailure) in
      try StandardInput.bytes(limit: 1 << 20)
    }
    let output: HelperOutput
    do {
      output = try await answer(call, context)
    } catch {
      try Task.checkCancellation()
      output = call.helper.answer(CommandFailure(error))
    }
    try output.write(to: context.terminal)
    return output.status
  }

  private func answer(_ call: HelperCall, _ context: CommandContext) async throws -> HelperOutput {
    switch try call.task(PlacesFile.rules(variable: context.variable)) {
    case .answer(let output): return output
    case .rejected(let token, let account):
      try await forget(token, of: context.session(named: account), in: context)
      return HelperOutput()
    case .credential(let account, let form, let life):
      let stored = try await context.session(named: account)
      let current = try await lasting(stored, form, life, context)
      return try call.helper.answer(Credential(current, as: form))
    }
  }

  /// The session with a token that lasts; with one that is still valid, where it cannot be replaced now.
  private func lasting(
    _ stored: StoredSession, _ form: CredentialForm, _ life: Double?, _ context: CommandContext
  ) async throws -> StoredSession {
    let environment = context.environment
    if let life, Credential.isFresh(stored, as: form, lasting: life, now: environment.now()) {
      return stored
    }
    do {
      let current = try await context.signedIn(stored) { session in
        try await session.refresh()
        return try await context.store.session(stored.account)
      }
      guard let current else {
        throw CommandFailure(.notSignedIn, "the account was signed out in the meantime")
      }
      return current
    } catch {
      guard life != nil, let current = try? await context.store.session(stored.account),
        Credential.isValid(current, as: form, now: environment.now())
      else { throw error }
      return current
    }
  }

  /// Has the next call replace a token that a server has not accepted, if it is the one that is stored.
  private func forget(
    _ token: Secret, of stored: StoredSession, in context: CommandContext
  ) async throws {
    let store = context.store
    try await store.withExclusiveAccess(to: stored.account) {
      guard var current = try await store.session(stored.account),
        current.accessToken.matches(token)
      else { return }
      current.expiry = .at(context.environment.now())
      try await store.save(current)
    }
  }
}
