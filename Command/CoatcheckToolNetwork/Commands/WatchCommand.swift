// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// `coatcheck watch [ACCOUNT]`.
struct WatchCommand: NetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print the events of the stored accounts as they occur.",
    discussion: """
      One line for each event: time, event, account and what else is known; with --json one object. \
      The events are obtained (once for each account, at the beginning), refreshed, lost, failed, \
      account_added and account_removed, whichever program caused them. It ends with Ctrl-C, or when \
      its output is closed.
      """)

  @Argument(
    help: "The account's name, subject or issuer; without it, all of them.", completion: .accounts)
  var account: String?

  @Flag(help: "Replace tokens before they expire, so that the stored token is always valid.")
  var refresh = false

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) async throws -> ExitStatus {
    let accounts = try await StoredAccounts(in: context.store)
    let watched = try account.map { [try accounts.session(named: $0)] } ?? accounts.sessions
    do {
      try await watch(watched, in: context)
    } catch is CancellationError {
      // Ctrl-C is how watching ends: nothing failed.
      return .interrupted
    } catch  where context.terminal.isAbandoned() {
      // The reader closed the pipe.
    }
    return .success
  }

  /// Runs until the task is cancelled or the pipe is closed.
  private func watch(_ sessions: [StoredSession], in context: CommandContext) async throws {
    let filter = account == nil ? .all : sessions.first.map { AccountFilter($0.account) } ?? .all
    let tell: @Sendable (WatchEvent) throws -> Void = { event in
      let now = context.environment.now()
      if output.json {
        try context.terminal.answer(json: event.json(at: now))
      } else {
        try context.terminal.answer(event.line(at: now))
      }
    }
    for session in sessions { try tell(WatchEvent(.obtained, session)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var watch = StoreWatch(sessions, in: context.store)
        for await event in context.accounts.events(filter) {
          if let line = await watch.line(for: event) { try tell(line) }
        }
        try Task.checkCancellation()
      }
      if refresh {
        group.addTask { try await TokenRefresher(in: context, tell: tell).run(filter) }
      }
      group.addTask {
        while !context.terminal.isAbandoned() { try await context.environment.sleep(.seconds(1)) }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
    try Task.checkCancellation()
  }
}

extension AccountFilter {
  /// One account and no other.
  fileprivate init(_ account: AccountID) {
    self.init(issuer: account.issuer, clientID: account.clientID, subject: account.subject)
  }
}
