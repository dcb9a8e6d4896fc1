// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension CallbackClient {
  /// Refreshes the tokens now. The delegate receives `clientDidRefreshAccess`, `didFailWith` or
  /// `didLoseAccess`.
  public func refresh() {
    guard let session else {
      delegate?.client(
        self,
        didFailWith: .misused("session", "No user is signed in, so there is nothing to refresh."))
      return
    }
    guard session.stored?.isRenewable != false else {
      if session.isUnusable { return lose(.expired) }
      delegate?.client(
        self,
        didFailWith: .refused(
          .interactionRequired, "There is no refresh token; sign in again for new tokens.",
          parameter: "refresh_token"))
      return
    }
    refreshes += 1
    Task {
      // The result reaches the delegate as an event of the session.
      try? await session.refresh()
      refreshes -= 1
    }
  }

  /// Signs out. The delegate receives `didLoseAccess`; without a session it is not called.
  ///
  /// - Parameter plan: What is revoked and removed.
  /// - Returns: A report of what was done; nil when no user is signed in. It may be ignored.
  @discardableResult
  public func signOut(_ plan: SignOutPlan = .standard) async -> SignOutReport? {
    guard let session else { return nil }
    return await current.signOut(session, plan)
  }

  /// The client, with the store that is in use.
  var current: Client { keeping == .stored ? client : inMemory }

  /// Sets where sessions are kept from now on. An existing session is moved: out of the store, or into
  /// it.
  ///
  /// The delegate is not called; ``session`` is another object afterwards.
  ///
  /// - Parameter place: The store of the client, or the memory.
  /// - Throws: `storeFailed` or `storeLocked` when the store cannot be read or written; nothing is
  ///   changed then.
  public func keepSessions(_ place: SessionKeeping) async throws(OAuthError) {
    guard place != keeping else { return }
    let (from, to) = (current, place == .stored ? client : inMemory)
    var account = session?.account
    if account == nil { account = try await from.session(named: name)?.account }
    guard let account else {
      keeping = place
      return
    }
    let moved = try await Self.move(account, from: from.store, to: to.store)
    keeping = place
    guard let moved else { return }
    await finishWatching()
    if session != nil { watch(to.live(moved)) }
  }

  /// Moves the session while no refresh is under way.
  private static func move(
    _ account: AccountID, from: any TokenStore, to: any TokenStore
  ) async throws(OAuthError) -> StoredSession? {
    do {
      return try await from.withExclusiveAccess(to: account) {
        guard let stored = try await from.session(account) else { return nil }
        try await to.save(stored)
        try await from.remove(account)
        return stored
      }
    } catch {
      throw (error as? OAuthError)
        ?? .unreachable(.storeFailed, "The session store failed: the lock is unavailable.")
    }
  }
}

/// Where a ``CallbackClient`` keeps its session.
public enum SessionKeeping: Sendable, Hashable {
  /// In the store of its client.
  case stored
  /// In memory only: they end with the program.
  case inMemory
}

extension Session {
  /// Whether the access token has expired and there is nothing to replace it with.
  var isUnusable: Bool { remaining == .zero && stored?.isRenewable == false }
}
