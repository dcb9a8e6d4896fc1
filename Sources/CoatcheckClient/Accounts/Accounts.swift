// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// The accounts in a store: who is signed in, what they are called, and which of them is meant.
///
/// Nothing here sends a request, so all of it works without a network.
///
/// ```swift
/// let accounts = Accounts(in: store)
/// for session in try await accounts.list(AccountFilter(label: "work")) { … }
/// try await accounts.rename(account, to: "work")
/// try await accounts.setDefault(account)
/// ```
public struct Accounts: Sendable {
  /// The store that holds the accounts.
  public let store: any TokenStore
  let environment: RuntimeEnvironment

  /// Creates a view of the accounts in a store.
  ///
  /// - Parameters:
  ///   - store: The store that holds the accounts.
  ///   - environment: Waits between two reads of the store in ``events(_:every:)``.
  public init(in store: any TokenStore, environment: RuntimeEnvironment = .live) {
    self.store = store
    self.environment = environment
  }

  /// The accounts that match the filter, sorted by name.
  ///
  /// - Throws: `storeFailed` or `storeLocked` when the store cannot be read; `storeDamaged` when a
  ///   stored session cannot be decoded. None of them means that there are no accounts.
  public func list(_ filter: AccountFilter = .all) async throws(OAuthError) -> [StoredSession] {
    try await store.sessions(filter)
  }

  /// The accounts that match a search term: those with this name; else with this subject; else of this
  /// issuer; else of this provider.
  ///
  /// - Parameter word: The search term; nil means the default account or, where none was chosen, all
  ///   accounts.
  /// - Returns: An empty array when nothing matches; several accounts when the term is ambiguous, so
  ///   that the user has to say more.
  /// - Throws: As ``list(_:)``.
  public func find(_ word: String?) async throws(OAuthError) -> [StoredSession] {
    guard let word else {
      if let chosen = try await defaultAccount() { return [chosen] }
      return try await list()
    }
    for filter in AccountFilter.readings(of: word) {
      let fitting = try await list(filter)
      if !fitting.isEmpty { return fitting }
    }
    return []
  }

  /// The account that is meant when none is named; nil when none was chosen or it is no longer stored.
  ///
  /// - Throws: As ``list(_:)``.
  public func defaultAccount() async throws(OAuthError) -> StoredSession? {
    guard let account = try await store.defaultAccount() else { return nil }
    return try await store.session(account)
  }

  /// Chooses the account that is meant when none is named; nil for none.
  ///
  /// - Throws: `misused` naming `account` when the account is not stored; `storeFailed`, `storeLocked`
  ///   or `storeDamaged`. The choice is as before then.
  public func setDefault(_ account: AccountID?) async throws(OAuthError) {
    if let account { _ = try await existing(account) }
    try await store.setDefaultAccount(account)
  }

  /// Stores an account and replaces the stored one of the same issuer, client and subject.
  ///
  /// What the user and the app attached to the account stays: its labels, its data and, unless the new
  /// session has a name other than its subject, its name.
  ///
  /// - Returns: The session as it was stored, with the next generation.
  /// - Throws: `misused` naming `name` when another account has the name; `storeFailed` or
  ///   `storeLocked`; `cancelled` when the task is cancelled while it waits for the account's lock. The
  ///   stored session is as before then.
  public func add(_ session: StoredSession) async throws(OAuthError) -> StoredSession {
    let isNamed = session.name != session.account.subject
    if isNamed { try await claim(session.name, for: session.account) }
    return try await locked(session.account) {
      // The store sets a damaged record aside, and this session takes its place.
      let before = await Self.undamaged { () async throws(OAuthError) in
        try await store.session(session.account)
      }
      let next = session.following(try before.get(), isNamed: isNamed)
      try await store.save(next)
      return next
    }
  }

  /// Gives an account another name.
  ///
  /// - Parameters:
  ///   - account: The account, which has to be stored.
  ///   - name: The new name: not empty, and not the name of another account in the store.
  /// - Throws: `misused` naming `name` when the name is empty or another account has it, and naming
  ///   `account` when the account is not stored; `storeFailed`, `storeLocked`, `storeDamaged` or
  ///   `cancelled`. The name is as before then.
  public func rename(_ account: AccountID, to name: String) async throws(OAuthError) {
    guard !name.isEmpty else { throw .misused("name", "An account needs a name.") }
    try await claim(name, for: account)
    try await change(account) { $0.name = name }
  }

  /// Changes the labels and the data of an account.
  ///
  /// The change is made under the account's lock, so that it does not overwrite the tokens of a
  /// concurrent refresh.
  ///
  /// - Parameters:
  ///   - account: The account, which has to be stored.
  ///   - body: Changes the labels and the data. It is called with those that are stored, while the lock
  ///     is held.
  /// - Throws: `misused` naming `account` when the account is not stored; `storeFailed`, `storeLocked`,
  ///   `storeDamaged` or `cancelled`. Nothing is changed then.
  public func update(
    _ account: AccountID, _ body: @Sendable (inout AccountNotes) -> Void
  ) async throws(OAuthError) {
    try await change(account) { session in
      var notes = AccountNotes(labels: session.labels, appData: session.appData)
      body(&notes)
      session.labels = notes.labels
      session.appData = notes.appData
    }
  }

  /// Changes when a keychain lets an account be read. A refresh keeps the setting. Stores other than a
  /// keychain only remember it.
  ///
  /// - Parameters:
  ///   - accessibility: The accessibility class, from now on.
  ///   - account: The account, which has to be stored.
  /// - Throws: `misused` naming `account` when the account is not stored; `storeFailed`, `storeLocked`,
  ///   `storeDamaged` or `cancelled`. The class is the one before then.
  public func setAccessibility(
    _ accessibility: KeychainAccessibility, of account: AccountID
  ) async throws(OAuthError) {
    try await change(account) { $0.accessibility = accessibility }
  }

  /// Removes an account from the store. Its tokens are not revoked: ``Session/signOut(_:userAgent:)``
  /// does that.
  ///
  /// If it is the default account, no account is the default afterwards. A missing account is not an
  /// error.
  ///
  /// - Throws: `storeFailed` or `storeLocked`: the account may still be stored then.
  public func remove(_ account: AccountID) async throws(OAuthError) {
    try await store.remove(account)
    if try await store.defaultAccount() == account { try await store.setDefaultAccount(nil) }
  }

  /// Removes all accounts that match the filter from the store. Their tokens are not revoked.
  ///
  /// - Returns: The accounts that were removed.
  /// - Throws: As ``list(_:)`` and ``remove(_:)``. The accounts are removed one after another: those
  ///   before the failure stay removed.
  @discardableResult
  public func removeAll(
    _ filter: AccountFilter = .all
  ) async throws(OAuthError) -> [AccountID] {
    var removed: [AccountID] = []
    for session in try await list(filter) {
      try await remove(session.account)
      removed.append(session.account)
    }
    return removed
  }

  /// Checks that no other account in the store has the name.
  private func claim(_ name: String, for account: AccountID) async throws(OAuthError) {
    let others = try await list(AccountFilter(name: name)).filter { $0.account != account }
    guard others.isEmpty else { throw .misused("name", "Another account has this name.") }
  }

  private func existing(_ account: AccountID) async throws(OAuthError) -> StoredSession {
    guard let session = try await store.session(account) else {
      throw .misused("account", "This account is not stored.")
    }
    return session
  }

  private func change(
    _ account: AccountID, _ body: @Sendable (inout StoredSession) -> Void
  ) async throws(OAuthError) {
    try await locked(account) {
      var session = try await existing(account)
      body(&session)
      try await store.save(session)
    }
  }

  private func locked<Value: Sendable>(
    _ account: AccountID, _ body: @Sendable () async throws -> Value
  ) async throws(OAuthError) -> Value {
    do {
      return try await store.withExclusiveAccess(to: account, body)
    } catch {
      throw OAuthError.known(error) ?? .store("the lock cannot be had")
    }
  }

  private static func undamaged(
    _ read: () async throws(OAuthError) -> StoredSession?
  ) async -> Result<StoredSession?, OAuthError> {
    do throws(OAuthError) {
      return .success(try await read())
    } catch {
      return error.code == .storeDamaged ? .success(nil) : .failure(error)
    }
  }
}

extension StoredSession {
  /// This session as the successor of the stored one of the same account: with the next generation, and
  /// with the labels, data and name that were attached to the account.
  fileprivate func following(_ before: StoredSession?, isNamed: Bool) -> StoredSession {
    guard let before else { return self }
    var next = self
    next.generation = before.generation + 1
    next.labels.formUnion(before.labels)
    if appData.isEmpty { next.appData = before.appData }
    next.accessibility = accessibility ?? before.accessibility
    if !isNamed { next.name = before.name }
    return next
  }
}
