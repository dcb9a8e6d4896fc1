// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// `coatcheck watch [ACCOUNT]`.
struct WatchCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print what happens to the stored accounts, as it happens.",
    discussion: """
      One line for each event: time, event, account and what else is known; with --json one object. \
      The events are obtained (once for each account, at the beginning), refreshed, lost, failed, \
      account_added and account_removed, whichever program caused them. It ends with Ctrl-C, or when \
      nobody reads its output any more.
      """)

  @Argument(help: "The account's name, subject or issuer; without it, all of them.")
  var account: String?

  @Flag(help: "Replace tokens that are spent, so that there always is a good one.")
  var refresh = false

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let accounts = try await StoredAccounts(in: context.store)
    let watched = try account.map { try accounts.session(named: $0).account }
    do {
      try await watch(watched, from: accounts.sessions, in: context)
    } catch is CancellationError {
      // Ctrl-C is how watching ends: nothing failed.
      return .interrupted
    } catch  where context.terminal.isAbandoned() {
      // Whoever read along has seen enough.
    }
    return .success
  }

  /// Looks at the store once a second until the task is cancelled or nobody listens.
  private func watch(
    _ watched: AccountID?, from first: [StoredSession], in context: CommandContext
  ) async throws {
    func isWatched(_ session: StoredSession) -> Bool {
      watched == nil || session.account == watched
    }
    var seen = first.filter(isWatched)
    var keeping = KeepingFresh(in: context)
    var trouble: CommandFailure?
    for session in seen { try tell(WatchEvent(.obtained, session), in: context) }
    while !context.terminal.isAbandoned() {
      try Task.checkCancellation()
      switch await look(in: context) {
      case .success(let sessions):
        let newest = sessions.filter(isWatched)
        for event in StoreChanges.events(from: seen, to: newest) { try tell(event, in: context) }
        (seen, trouble) = (newest, nil)
      case .failure(let failure):
        // Told once, not every second.
        if trouble != failure { try tell(WatchEvent(.failed, failure, of: nil), in: context) }
        trouble = failure
      }
      if refresh {
        for event in await keeping.refresh(seen) { try tell(event, in: context) }
      }
      try await context.environment.sleep(.seconds(1))
    }
  }

  private func look(
    in context: CommandContext
  ) async -> Result<[StoredSession], CommandFailure> {
    do throws(OAuthError) {
      return .success(try await context.store.sessions())
    } catch {
      return .failure(CommandFailure(error))
    }
  }

  private func tell(_ event: WatchEvent, in context: CommandContext) throws(CommandFailure) {
    let now = context.environment.now()
    if output.json {
      try context.terminal.answer(json: event.json(at: now))
    } else {
      try context.terminal.answer(event.line(at: now))
    }
  }
}
