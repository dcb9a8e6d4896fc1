// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth

/// Sessions that survive an interruption of the command.
extension CommandContext {
  /// Runs `body` with the live session of `stored`.
  ///
  /// If the command is interrupted while a refresh is under way, this waits until the refresh is
  /// written down, so that Ctrl-C cannot lose a rotated refresh token: the process that refreshes holds the
  /// account's lock from the first byte sent to the last byte stored.
  func signedIn<Result: Sendable>(
    _ stored: StoredSession, _ body: @Sendable (Session) async throws -> Result
  ) async throws -> Result {
    let session = Session(
      stored, store: store, transport: transport, environment: environment)
    do {
      return try await body(session)
    } catch {
      if Task.isCancelled { await settle(stored.account) }
      throw failure(error, account: stored)
    }
  }

  /// The session as it is stored once `body` has used it.
  ///
  /// - Throws: As ``signedIn(_:_:)``; a failure when another process has signed the account out meanwhile.
  func session(
    _ stored: StoredSession, after body: @Sendable (Session) async throws -> Void
  ) async throws -> StoredSession {
    let current = try await signedIn(stored) { session in
      try await body(session)
      return try await store.session(stored.account)
    }
    guard let current else {
      throw CommandFailure(.notSignedIn, "the account was signed out in the meantime")
    }
    return current
  }

  private func settle(_ account: AccountID) async {
    let (store, terminal, environment) = (store, terminal, environment)
    let explanation = Task {
      try await environment.sleep(.milliseconds(200))
      terminal.note("waiting for a running refresh; Ctrl-C again ends the command at once")
    }
    defer { explanation.cancel() }
    // A task of its own, since the one that is cancelled cannot wait for a lock.
    await Task { try? await store.withExclusiveAccess(to: account) {} }.value
  }

  private func failure(_ error: any Error, account: StoredSession) -> CommandFailure {
    let failure = CommandFailure(error)
    guard failure.status == .sessionEnded else { return failure }
    return CommandFailure(
      failure.status, failure.message, code: failure.code,
      hint: "sign in again with: \(account.signInCommand)")
  }
}
