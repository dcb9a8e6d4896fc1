// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
public import CoatcheckOAuth

/// A token store over anything that keeps bytes under a key.
///
/// Programs which use the same records share the sessions: a refresh holds the account's lock,
/// and the others adopt what it saved. A damaged record is set aside and named in an error, never
/// deleted, because an operator may repair it.
public struct RecordTokenStore<Records: RecordStore>: TokenStore {
  /// The store of the records.
  public let records: Records

  /// Creates a token store over these records.
  public init(_ records: Records) {
    self.records = records
  }

  /// Where the sessions are and what protects them.
  public var place: StoreLocation { records.place }

  /// The sessions that match a filter.
  public func sessions(
    _ filter: AccountFilter, page: StorePage?
  ) async throws(OAuthError) -> [StoredSession] {
    guard let page else {
      return try await some(of: filter, after: nil, limit: nil).sorted { $0.name < $1.name }
    }
    var sessions: [StoredSession] = []
    var after = page.after?.fingerprint
    // Not all records that are found have to match the filter, so a page may need several reads.
    while sessions.count < page.limit {
      let keys = try await records.keys(where: filter.index, after: after, limit: page.limit)
      for key in keys where sessions.count < page.limit {
        if let session = try await session(under: key), filter.admits(session) {
          sessions.append(session)
        }
      }
      guard keys.count == page.limit, let last = keys.last else { break }
      after = last
    }
    return sessions
  }

  private func some(
    of filter: AccountFilter, after: String?, limit: Int?
  ) async throws(OAuthError) -> [StoredSession] {
    var sessions: [StoredSession] = []
    for key in try await records.keys(where: filter.index, after: after, limit: limit) {
      if let session = try await session(under: key), filter.admits(session) {
        sessions.append(session)
      }
    }
    return sessions
  }

  /// The session of an account; nil if there is no such session.
  public func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    try await session(under: account.fingerprint)
  }

  private func session(under key: String) async throws(OAuthError) -> StoredSession? {
    guard SessionRecord.isKey(key), let content = try await records.read(key) else { return nil }
    do throws(OAuthError) {
      return try SessionRecord.session(content, key: key, location: records.location(of: key))
    } catch  where error.code == .storeDamaged {
      guard let aside = try await records.setAside(key, ifStill: content) else { throw error }
      throw .unreadable(
        .storeDamaged,
        "The session \(records.location(of: key)) is damaged. It was set aside as \(aside); sign in again."
      )
    }
  }

  /// Stores a session durably, in place of the account's older one.
  public func save(_ session: StoredSession) async throws(OAuthError) {
    try await records.write(SessionRecord.record(session))
  }

  /// Removes the session of an account. A missing session is not an error.
  public func remove(_ account: AccountID) async throws(OAuthError) {
    try await records.remove(account.fingerprint)
  }

  /// The default account; nil when none was chosen, or when its record cannot be read as an account.
  public func defaultAccount() async throws(OAuthError) -> AccountID? {
    try await records.read(DefaultRecord.key).flatMap(DefaultRecord.account)
  }

  /// Chooses the default account; nil for none.
  public func setDefaultAccount(_ account: AccountID?) async throws(OAuthError) {
    guard let account else { return try await records.remove(DefaultRecord.key) }
    try await records.write(DefaultRecord.record(account))
  }

  /// Runs `body` while no other task, in any process, holds the same lock.
  public func withExclusiveAccess<Value: Sendable>(
    to lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await records.withLock(lock, body)
  }
}
