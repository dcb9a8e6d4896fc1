// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

extension CallbackClient {
  /// Replaces the tokens now. Did refresh, did fail or did lose follows.
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
      // What comes of it is told by the session to its observers.
      try? await session.refresh()
      refreshes -= 1
    }
  }

  /// Signs out by a plan; did lose follows. Without a session nothing does.
  ///
  /// - Returns: What was done; nil when no user is signed in. It may be ignored.
  @discardableResult
  public func signOut(_ plan: SignOutPlan = .standard) async -> SignOutReport? {
    guard let session else { return nil }
    return await current.signOut(session, plan)
  }

  /// The client, with the store that is in use.
  var current: Client { keeping == .stored ? client : inMemory }

  /// Says where sessions are kept from now on. One that is there is moved: out of the store, or into it.
  ///
  /// Nothing is told to the delegate; ``session`` is another object afterwards.
  ///
  /// - Throws: `storeFailed` or `storeLocked`; everything is as it was then.
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

/// Where a client keeps its sessions.
public enum SessionKeeping: Sendable, Hashable {
  /// In its store.
  case stored
  /// In memory only: they end with the program.
  case inMemory
}

extension Session {
  /// Whether the access token has expired and there is nothing to replace it with.
  var isUnusable: Bool { remaining == .zero && stored?.isRenewable == false }
}
