// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

/// `coatcheck status [ACCOUNT]`.
struct StatusCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print where the tokens are stored, and their state.",
    discussion: """
      Nothing is sent and no token is shown. With --check the provider is asked whether it still \
      accepts each account; an expired token is refreshed for that. Exits with 0 if at least \
      one account can be used without a user, with 3 if none is stored, with 4 if all have to sign \
      in again, with 8 if the store cannot be read.
      """)

  @Argument(
    help: "The account's name, subject or issuer; without it, all of them.", completion: .accounts)
  var account: String?

  @Flag(help: "Ask the provider whether it accepts the token.")
  var check = false

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let place = context.store.place
    let accounts: StoredAccounts
    do {
      accounts = try await StoredAccounts(in: context.store)
    } catch let error as OAuthError {
      return try unreadable(
        StoreHealth(place: place, readProblem: error, writeProblem: nil), in: context)
    }
    let sessions = try account.map { [try accounts.session(named: $0)] } ?? accounts.sessions
    // Without an account there may be no folder yet, and `status` must not create it.
    let problem = sessions.isEmpty ? nil : await StoreHealth.writeProblem(of: context.store)
    let health = StoreHealth(place: place, readProblem: nil, writeProblem: problem)
    var findings: [Finding] = []
    for session in sessions {
      findings.append(try await finding(session, accounts, in: context))
    }
    try answer(health, findings, in: context)
    if let warning = place.warning, !sessions.isEmpty { context.terminal.warning(warning) }
    if sessions.isEmpty {
      context.terminal.note("no account is stored; sign in with: coatcheck login ISSUER")
    }
    return Self.status(findings)
  }

  /// The status of one account and, with `--check`, the result of the request.
  private struct Finding {
    let status: AccountStatus
    let check: AccountCheck?

    var outcome: ExitStatus {
      check?.status ?? (status.isUsable ? .success : .sessionEnded)
    }

    var lines: [String] {
      guard let check else { return status.lines }
      let facts = ["check: \(check.sentence)", check.clockSentence.map { "clock: \($0)" }]
      return status.lines + facts.compactMap { $0 }.map { "  " + $0 }
    }

    var json: JSONObject {
      var json = status.json
      if let check { json["check"] = .object(check.json) }
      return json
    }
  }

  private func finding(
    _ session: StoredSession, _ accounts: StoredAccounts, in context: CommandContext
  ) async throws -> Finding {
    let check = check ? try await AccountCheck(session, in: context) : nil
    // The check may have replaced the tokens.
    let newest = check == nil ? session : try await context.store.session(session.account)
    return Finding(
      status: AccountStatus(
        newest ?? session, isDefault: accounts.isDefault(session), now: context.environment.now()),
      check: check)
  }

  private func answer(
    _ health: StoreHealth, _ findings: [Finding], in context: CommandContext
  ) throws {
    if output.json {
      try context.terminal.answer(
        json: [
          "store": .object(health.json), "accounts": .array(findings.map { .object($0.json) }),
        ])
      return
    }
    try context.terminal.answer(health.sentence)
    for line in findings.flatMap(\.lines) {
      try context.terminal.answer(UntrustedText.printable(line, limit: 1000))
    }
  }

  private func unreadable(_ health: StoreHealth, in context: CommandContext) throws -> ExitStatus {
    try answer(health, [], in: context)
    if let problem = health.readProblem {
      let failure = CommandFailure(problem)
      context.terminal.error(failure.message)
      if let hint = failure.hint { context.terminal.hint(hint) }
    }
    return .storage
  }

  /// Success if one account can be used; else the first failure that is not an ended session, if there is
  /// one.
  private static func status(_ findings: [Finding]) -> ExitStatus {
    guard let first = findings.first else { return .notSignedIn }
    let outcomes = findings.map(\.outcome)
    if outcomes.contains(.success) { return .success }
    return outcomes.first { $0 != .sessionEnded } ?? first.outcome
  }
}
