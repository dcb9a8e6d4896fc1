// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
public import CoatcheckOAuth
public import CoatcheckWeb

/// A website's sessions in one SQLite file: for any number of processes on one machine.
///
/// - The file and what SQLite puts beside it are open to their owner only (0600). A session's content is sealed by
///   the website, and what a session is found by are keyed hashes.
/// - What a function returned from is on the disk (WAL, `synchronous=FULL`); functions that are called at the same
///   time share one commit. Reads continue beside writes.
/// - The locks of sessions are in the folder `….locks` beside the file.
///
/// Put the file on a local disk: SQLite's locks do not hold on network file systems.
public final class SQLiteWebSessions: WebSessionStore {
  /// The maximum number of claims, and of ended groups, that one sweep forgets: others wait for it to end.
  private static let sweptAtOnce = 100_000

  /// The path of the file.
  public let path: String
  private let database: SQLiteDatabase
  private let locks: LockFolder

  /// Opens the file, or creates it. The thread waits for the disk meanwhile.
  ///
  /// An existing file is looked at first: whose it is, what it is, its tables, and all of its pages up to 1 MiB; in a
  /// greater file damage shows when the page is read, or in ``check()``. A file that is refused is left as it is.
  ///
  /// - Parameters:
  ///   - path: The path of the file. Its folder must exist.
  ///   - readers: How many reads may run at once; each costs up to two megabytes of memory.
  ///   - environment: What waits while another process has a session's lock.
  /// - Throws: `OAuthError` with `storeFailed` when the file is not ours, cannot be written, or is of a newer
  ///   version, and `storeDamaged` when it is damaged. The reason says what to do.
  public init(
    path: String, readers: Int = 4, environment: RuntimeEnvironment = .live
  ) throws(OAuthError) {
    database = try SQLiteDatabase(
      path: path, schema: .webSessions, readers: readers, patience: .seconds(5))
    self.path = path
    locks = LockFolder(path: path + ".locks", environment: environment)
  }

  /// The file, with nothing but rights around it.
  public var place: StoreLocation { database.place }

  /// See ``/CoatcheckWeb/WebSessionStore/claim(_:until:at:)``.
  public func claim(
    _ id: String, until end: Date, at now: Date
  ) async throws(OAuthError) -> Bool {
    try WebSessionText.check(id, as: "id")
    return try await database.write { try ClaimTable.add(id, until: end, at: now, in: $0) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/release(_:)``.
  public func release(_ id: String) async throws(OAuthError) {
    try await database.write { try ClaimTable.remove(id, in: $0) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/open(_:replacing:at:)``.
  public func open(
    _ record: WebSessionRecord, replacing replaced: String?, at now: Date
  ) async throws(OAuthError) -> Bool {
    try WebSessionText.check(record)
    return try await database.write {
      try WebSessionTable.open(record, replacing: replaced, at: now, in: $0)
    }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/session(_:at:)``.
  public func session(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionRecord? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.glance { try WebSessionTable.session(key, at: now, in: $0) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/state(_:at:)``.
  public func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.glance { try WebSessionTable.state(key, at: now, in: $0) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/touch(_:idlesAt:at:)``.
  public func touch(_ key: String, idlesAt: Date, at now: Date) async throws(OAuthError) {
    try await database.write {
      try WebSessionTable.touch(key, idlesAt: idlesAt, at: now, in: $0)
    }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/change(_:from:to:at:)``.
  public func change(
    _ key: String, from version: Int, to content: [UInt8], at now: Date
  ) async throws(OAuthError) -> Bool {
    try await database.write {
      try WebSessionTable.change(key, from: version, to: content, at: now, in: $0)
    }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/end(_:)``.
  public func end(_ key: String) async throws(OAuthError) -> WebSessionRecord? {
    try await database.write { try WebSessionTable.end(key, in: $0) }
  }

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

  /// See ``/CoatcheckWeb/WebSessionStore/sweep(limit:at:)``. Of claims and ended groups, one call forgets 100,000 each at most.
  public func sweep(limit: Int, at now: Date) async throws(OAuthError) -> [WebSessionRecord] {
    try await database.write {
      try ClaimTable.forget(at: now, limit: Self.sweptAtOnce, in: $0)
      try EndedGroupTable.forget(at: now, limit: Self.sweptAtOnce, in: $0)
      return try WebSessionTable.sweep(limit: limit, at: now, in: $0)
    }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/withLock(_:_:)``. It waits for two minutes at most.
  public func withLock<Value: Sendable>(
    _ key: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try WebSessionText.check(key: key)
    return try await locks.withLock(.record(key), body)
  }

  /// Reads every page of the file. That takes seconds for each gigabyte.
  ///
  /// - Throws: `OAuthError` with `storeDamaged` when anything is wrong with the file.
  public func check() async throws(OAuthError) {
    try await database.check()
  }

  /// Finishes the writes that wait, and closes the file. Everything fails from now on.
  public func close() async throws(OAuthError) {
    try await database.close()
  }
}
