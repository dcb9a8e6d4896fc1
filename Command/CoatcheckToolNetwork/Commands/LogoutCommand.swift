// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Coatcheck
import CoatcheckClient
import CoatcheckCommand
import CoatcheckHelpers
import CoatcheckJOSE
import CoatcheckOAuth

/// `coatcheck logout`.
struct LogoutCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Revoke an account's tokens at the provider and remove them from this machine.",
    discussion: """
      The tokens are forgotten here in every case. If the provider could not be told, the command \
      says so and does not exit with 0: until they end, the tokens may still be honoured. The \
      provider's own pages go on knowing you in your browser, unless --end-session is given.
      """)

  @Argument(
    help: "The account's name, subject or issuer; needed only if there are several.",
    completion: .accounts)
  var account: String?

  @Flag(help: "Also end the provider's own session in your browser.")
  var endSession = false

  @Flag(help: "Only remove the session from this machine; send nothing to the provider.")
  var localOnly = false

  @Flag(help: "With --end-session: only print the address; do not start a browser.")
  var noBrowser = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard !(endSession && localOnly) else {
      throw ValidationError("--end-session and --local-only exclude each other")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    let stored = try await context.session(named: account)
    let plan: SignOutPlan = localOnly ? .localOnly : endSession ? .everywhere : .standard
    let way = SystemSignIn(
      terminal: context.terminal.prompt,
      browser: noBrowser ? nil : SystemBrowser(variable: context.variable))
    let agent = way.userAgent(for: .browser, environment: context.environment)
    // These credentials stay valid without the session, until they expire.
    try KeptCredential.removeAll(of: stored.account)
    let report = try await context.signedIn(stored) { await $0.signOut(plan, userAgent: agent) }
    try context.terminal.answer(
      UntrustedText.printable(stored.name), json: Self.json(report, of: stored), as: output)
    return tell(report, in: context)
  }

  private func tell(_ report: SignOutReport, in context: CommandContext) -> ExitStatus {
    var status = ExitStatus.success
    for (step, outcome) in report.steps {
      switch outcome {
      case .done: context.terminal.note("\(step.words): done")
      case .skipped(let reason): context.terminal.note("\(step.words): not needed. \(reason)")
      case .failed(let error):
        let failure = CommandFailure(error)
        context.terminal.error("\(step.words): \(failure.message)")
        status = failure.status
      }
    }
    if localOnly {
      context.terminal.hint(
        "the provider is not notified: the tokens stay valid until they expire")
    } else if !report.isComplete, case .done = report[.forgetLocally] {
      context.terminal.hint(
        "the session is removed from this machine; its tokens may still be valid at the provider")
    }
    // The last failure decides the exit status, but none hides that the session is still on this machine.
    guard case .failed(let error) = report[.forgetLocally] else { return status }
    return CommandFailure(error).status
  }

  private static func json(_ report: SignOutReport, of stored: StoredSession) -> JSONObject {
    var steps = JSONObject()
    for (step, outcome) in report.steps {
      let word: String =
        switch outcome {
        case .done: "done"
        case .skipped: "skipped"
        case .failed: "failed"
        }
      steps[step.rawValue] = .string(word)
    }
    return [
      "account": .string(stored.name), "complete": .bool(report.isComplete),
      "steps": .object(steps),
    ]
  }
}

extension SignOutReport.Step {
  fileprivate var words: String {
    switch self {
    case .revokeRefreshToken: "revoke the refresh token"
    case .revokeAccessToken: "revoke the access token"
    case .forgetLocally: "remove the session"
    case .endProviderSession: "end the provider's session"
    }
  }
}
