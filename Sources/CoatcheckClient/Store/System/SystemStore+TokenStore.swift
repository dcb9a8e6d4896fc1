// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

extension SystemStore {
  /// The sessions that match a filter.
  public func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] {
    try await current()?.sessions(filter, page: page) ?? []
  }

  /// The session of an account; nil if there is no such session.
  public func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    try await current()?.session(account)
  }

  /// Stores a session durably. The first one decides which store it is.
  ///
  /// - Throws: `OAuthError` with `storeFailed` when there is no safe place, saying what to do, or when
  ///   another kind of store than ``choice`` was decided before; else as ``TokenStore/save(_:)``.
  public func save(_ session: StoredSession) async throws(OAuthError) {
    try await alone(.account(session.account)) {
      let decided = try await decided()
      try await store(of: decided).save(session)
      // If all sessions were moved meanwhile, this one would be left behind.
      guard let now = try settings(), now != decided else { return }
      try await store(of: now).save(session)
      if now.store != decided.store, now.old != decided.store {
        try await store(decided.store).remove(session.account)
      }
    }
  }

  /// The session with what its renewal needs.
  ///
  /// - Throws: As ``GuardedTokenStore/renewable(_:)``, where the options ask for the user's presence.
  public func renewable(_ session: StoredSession) async throws(OAuthError) -> StoredSession {
    try await current()?.renewable(session) ?? session
  }

  /// Removes the session of an account. A missing session is not an error.
  public func remove(_ account: AccountID) async throws(OAuthError) {
    guard try current() != nil else { return }
    try await alone(.account(account)) { try await current()?.remove(account) }
  }

  /// The default account; nil when none was chosen.
  public func defaultAccount() async throws(OAuthError) -> AccountID? {
    try await current()?.defaultAccount()
  }

  /// Chooses the default account; nil for none.
  public func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {
    if account == nil, try current() == nil { return }
    try await alone(.record(DefaultRecord.key)) {
      try await store(of: decided()).setDefaultAccount(account)
    }
  }

  /// Runs `body` while no other task, in any process, holds the same lock.
  ///
  /// The folder's own lock holds also while nothing is decided or sessions are moved; the store's own one
  /// keeps out programs that use that store directly.
  public func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await home.withLock(lock) {
      guard let store = try current() else { return try await body() }
      return try await store.withExclusiveAccess(to: lock, body)
    }
  }

  private func alone(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Void
  ) async throws(OAuthError) {
    try await OAuthError.typed { try await home.withLock(lock, body) }
  }

  /// The session with this name, or without a name the default account's or the only one, read at
  /// once: nil if there is no such session, or if more than a file and an available key is needed.
  ///
  /// - Throws: `OAuthError` with `storeFailed` or `storeDamaged`.
  package func cachedSession(named name: String?) throws(OAuthError) -> StoredSession? {
    guard let settings = try settings(), settings.old == nil,
      choice == .auto || choice == settings.choice
    else { return nil }
    switch settings.choice {
    case .file: return try files(of: settings.store).sessionAtOnce(named: name)
    case .sealed(let source):
      do throws(OAuthError) {
        return try sealedFiles(settings.store, source).sessionAtOnce(named: name)
      } catch  where error.code == .storeLocked {
        return nil
      }
    case .auto, .secretService, .keyring, .keychain, .loginKeychain: return nil
    }
  }
}
