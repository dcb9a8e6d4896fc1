// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
public import CoatcheckOAuth
public import CoatcheckWeb

/// A website's sessions in one SQLite file: for any number of processes on one machine.
///
/// - Only their owner can read the file and what SQLite puts beside it (mode 0600). A session's content is
///   sealed by the website, and its keys are keyed hashes.
/// - When a function returns, its change is on the disk (WAL, `synchronous=FULL`); functions that are
///   called at the same time share one commit. Reads continue beside writes.
/// - The locks of sessions are in the folder `….locks` beside the file.
///
/// Put the file on a local disk: SQLite's locks do not hold on network file systems.
public final class SQLiteWebSessions: WebSessionStore {
  /// The maximum number of claims, and of ended groups, that one sweep deletes: other writes wait for it.
  private static let sweptAtOnce = 100_000

  /// The path of the file.
  public let path: String
  private let database: SQLiteDatabase
  private let locks: LockFolder

  /// Opens the file, or creates it. The thread waits for the disk meanwhile.
  ///
  /// An existing file is checked first: its owner, its program, its tables, and all of its pages up to 1
  /// MiB; in a larger file damage shows when the page is read, or in ``check()``. A file that fails a check
  /// is not changed.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - readers: The maximum number of reads that run at the same time; each takes up to two megabytes of
  ///     memory. 4 unless given.
  ///   - environment: The timer for waiting while another process holds a session's lock.
  /// - Throws: `OAuthError` with `storeFailed` when the file belongs to another user or program, cannot be
  ///   written, or was written by a newer version, and with `storeDamaged` when it is damaged. The reason
  ///   says what to do.
  public init(
    path: String, readers: Int = 4, environment: RuntimeEnvironment = .live
  ) throws(OAuthError) {
    database = try SQLiteDatabase(
      path: path, schema: .webSessions, readers: readers, patience: .seconds(5))
    self.path = path
    locks = LockFolder(path: path + ".locks", environment: environment)
  }

  /// The file, which only its access rights protect.
  public var place: StoreLocation { database.place }

  /// Claims the id of something that must happen only once.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/claim(_:until:at:)``.
  public func claim(
    _ id: String, until end: Date, at now: Date
  ) async throws(OAuthError) -> Bool {
    try WebSessionText.check(id, as: "id")
    return try await database.write { try ClaimTable.add(id, until: end, at: now, in: $0) }
  }

  /// Removes a claimed id.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/release(_:)``.
  public func release(_ id: String) async throws(OAuthError) {
    try await database.write { try ClaimTable.remove(id, in: $0) }
  }

  /// Adds a session, and ends the one that it replaces in the same step.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/open(_:replacing:at:)``.
  public func open(
    _ record: WebSessionRecord, replacing replaced: String?, at now: Date
  ) async throws(OAuthError) -> Bool {
    try WebSessionText.check(record)
    return try await database.write {
      try WebSessionTable.open(record, replacing: replaced, at: now, in: $0)
    }
  }

  /// Returns a session.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/session(_:at:)``.
  public func session(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionRecord? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.glance { try WebSessionTable.session(key, at: now, in: $0) }
  }

  /// Returns the state of a session, without its content.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/state(_:at:)``.
  public func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.glance { try WebSessionTable.state(key, at: now, in: $0) }
  }

  /// Extends the idle time of a session.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/touch(_:idlesAt:at:)``.
  public func touch(_ key: String, idlesAt: Date, at now: Date) async throws(OAuthError) {
    try await database.write {
      try WebSessionTable.touch(key, idlesAt: idlesAt, at: now, in: $0)
    }
  }

  /// Replaces the content of a session, and increases its version by one.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/change(_:from:to:at:)``.
  public func change(
    _ key: String, from version: Int, to content: [UInt8], at now: Date
  ) async throws(OAuthError) -> Bool {
    try await database.write {
      try WebSessionTable.change(key, from: version, to: content, at: now, in: $0)
    }
  }

  /// Ends a session.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/end(_:)``.
  public func end(_ key: String) async throws(OAuthError) -> WebSessionRecord? {
    try await database.write { try WebSessionTable.end(key, in: $0) }
  }

  /// Ends the sessions of a group that were started before a time.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/end(_:startedBefore:until:at:)``.
  public func end(
    _ group: WebSessionGroup, startedBefore time: Date, until end: Date, at now: Date
  ) async throws(OAuthError) -> [WebSessionRecord] {
    try WebSessionText.check(group)
    return try await database.write {
      try EndedGroupTable.add(group, startedBefore: time, until: end, in: $0)
      return try WebSessionTable.end(group, startedBefore: time, in: $0)
    }
  }

  /// Removes expired sessions, claims and ended groups.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/sweep(limit:at:)``. One call also removes at most 100,000 claims
  /// and 100,000 ended groups.
  public func sweep(limit: Int, at now: Date) async throws(OAuthError) -> [WebSessionRecord] {
    try await database.write {
      try ClaimTable.forget(at: now, limit: Self.sweptAtOnce, in: $0)
      try EndedGroupTable.forget(at: now, limit: Self.sweptAtOnce, in: $0)
      return try WebSessionTable.sweep(limit: limit, at: now, in: $0)
    }
  }

  /// Runs `body` while no other caller holds the lock of a session.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/withLock(_:_:)``. It waits for two minutes at most.
  public func withLock<Value: Sendable>(
    _ key: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try WebSessionText.check(key: key)
    return try await locks.withLock(.record(key), body)
  }

  /// Reads every page of the file. That takes seconds for each gigabyte.
  ///
  /// - Throws: `OAuthError` with `storeDamaged` when anything is wrong with the file, and `storeFailed`
  ///   when it cannot be read.
  public func check() async throws(OAuthError) {
    try await database.check()
  }

  /// Finishes the writes that wait, and closes the file. Every function throws `storeFailed` from now on.
  ///
  /// - Throws: `OAuthError` with `storeFailed` when a connection to the file cannot be closed. Nothing that
  ///   was written is lost.
  public func close() async throws(OAuthError) {
    try await database.close()
  }
}
