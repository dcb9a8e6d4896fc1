// SPDX-License-Identifier: Apache-2.0
import CoatcheckClient
import CoatcheckCommand
import CoatcheckOAuth
import Synchronization

/// Replaces the tokens of accounts before they expire, so that callers find valid ones.
final class TokenRefresher: Sendable {
  private let context: CommandContext
  private let tell: @Sendable (WatchEvent) throws -> Void
  private let kept = Mutex<Set<AccountID>>([])

  /// - Parameter tell: Called with failures; successful refreshes are seen in the store.
  init(in context: CommandContext, tell: @escaping @Sendable (WatchEvent) throws -> Void) {
    self.context = context
    self.tell = tell
  }

  /// Keeps the tokens of all stored and added accounts fresh, until the task is cancelled.
  func run(_ filter: AccountFilter) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for await event in context.accounts.events(filter) {
        guard case .accountAdded(let account, _) = event,
          let session = try? await context.store.session(account), session.isRenewable,
          kept.withLock({ $0.insert(account).inserted })
        else { continue }
        group.addTask { try await self.keep(session) }
      }
      try await group.waitForAll()
    }
  }

  private func keep(_ stored: StoredSession) async throws {
    defer { kept.withLock { _ = $0.remove(stored.account) } }
    do {
      try await context.signedIn(stored) { try await self.keep($0, stored) }
    } catch let failure as CommandFailure where failure.status == .interrupted {
      throw CancellationError()
    }
  }

  private func keep(_ session: Session, _ stored: StoredSession) async throws {
    // The child task ends with this function.
    async let _ = reportFailures(of: session, stored)
    do throws(OAuthError) {
      try await session.keepFresh()
    } catch {
      switch error.errorClass {
      // A sign-out is no loss, and its removal of the account is seen in the store.
      case .sessionEnded(.signedOutElsewhere), .sessionEnded(.signedOut): return
      case .cancelled: throw error
      default: try tell(WatchEvent(.lost, CommandFailure(error), of: stored))
      }
    }
  }

  private func reportFailures(of session: Session, _ stored: StoredSession) async throws {
    for await event in session.events {
      guard case .failed(let error) = event else { continue }
      try tell(WatchEvent(.failed, CommandFailure(error), of: stored))
    }
  }
}
