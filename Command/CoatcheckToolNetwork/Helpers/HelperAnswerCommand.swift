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
    switch try call.action(by: PlacesFile.rules(variable: context.variable)) {
    case .answer(let output): return output
    case .rejected(let token, let account):
      try await forget(token, of: context.session(named: account), in: context)
      return HelperOutput()
    case .credential(let account, let form, let life):
      let stored = try await context.session(named: account)
      if let helper = call.helper as? any ExchangingHelper {
        let life = life ?? type(of: helper).minimumLife
        return try await helper.answer(
          context.exchanged(stored, as: form, by: helper, lasting: life))
      }
      let now = context.environment.now()
      let isRejected =
        (try? Credential(stored, as: form)).flatMap { call.given($0, of: stored) }?
        .isRejected(now: now) == true
      let current = try await context.renewed(stored, as: form, lasting: isRejected ? nil : life)
      let credential = try Credential(current, as: form)
      call.given(credential, of: current)?.note(now: now)
      return try call.helper.answer(credential)
    }
  }

  /// Marks the stored token as expired if it is the one that a server has rejected, so that the next call
  /// replaces it.
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
