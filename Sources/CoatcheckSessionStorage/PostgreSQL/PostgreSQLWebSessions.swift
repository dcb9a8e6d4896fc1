// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
public import CoatcheckOAuth
package import CoatcheckPostgreSQL
public import CoatcheckWeb

/// A website's sessions in a PostgreSQL database: for a website whose servers run on more than one machine.
///
/// - What a function returned from is on the database's disk, and on its standbys as far as
///   `synchronous_standby_names` says. When one throws because the connection broke while the answer was on its way,
///   the change may have been made.
/// - A lock holds for all programs on all machines, and is free as soon as the one that holds it has died: within
///   half a minute when its machine or the network is gone. What was begun under it meanwhile changes nothing that
///   another has changed: ``change(_:from:to:at:)`` compares versions.
/// - A session's content is sealed by the website, and what a session is found by are keyed hashes.
///
/// The tables are in a schema of their own, which is made on the first start. Locks need a session of their own: a
/// pooler between the website and the database has to be in session mode.
public final class PostgreSQLWebSessions: WebSessionStore {
  /// The maximum number of claims, and of ended groups, that one sweep forgets: a statement has ten seconds.
  private static let sweptAtOnce = 100_000

  /// The database and the schema, without a password.
  public var place: StoreLocation { database.place }
  private let database: PostgreSQLDatabase
  private let schema: String

  /// Opens the sessions, and makes their tables in a schema that has none yet.
  ///
  /// - Parameters:
  ///   - connection: `postgresql://…`. What it leaves out comes from the `PG*` variables and the password file:
  ///     [libpq](https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
  ///   - schema: The schema with the tables: lower-case letters, digits and `_`.
  ///   - verification: Whether the certificate of the database's server is checked.
  ///   - connections: The maximum number of connections, at least 2. Half of them hold locks.
  ///   - environment: What waits while another program has a session's lock.
  /// - Throws: `OAuthError` with `storeFailed` when the text cannot be read, the connection would not be verified,
  ///   the database does not answer, or its settings let acknowledged changes be lost; `storeDamaged` when the
  ///   tables are not the ones of this store. The reason says what to do.
  public convenience init(
    _ connection: String, schema: String = "coatcheck_web",
    verification: PostgreSQLRecords.Verification = .required, connections: Int = 8,
    environment: RuntimeEnvironment = .live
  ) async throws(OAuthError) {
    let place = try PostgreSQLDatabase.place(
      connection, schema: schema, verification: verification, connections: connections)
    try await self.init(place, schema: schema, environment: environment)
  }

  package init(
    _ place: PostgreSQLPlace, schema: String, environment: RuntimeEnvironment = .live
  ) async throws(OAuthError) {
    self.schema = schema
    database = try await PostgreSQLDatabase(
      place, schema: schema, tables: PostgreSQLWebSchema.tables(in: schema),
      environment: environment)
  }

  /// See ``/CoatcheckWeb/WebSessionStore/claim(_:until:at:)``.
  public func claim(
    _ id: String, until end: Date, at now: Date
  ) async throws(OAuthError) -> Bool {
    try WebSessionText.check(id, as: "id")
    return try await database.run(.statement) { try $0.claim(id, until: end, at: now) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/release(_:)``.
  public func release(_ id: String) async throws(OAuthError) {
    guard WebSessionText.isText(id) else { return }
    try await database.run(.statement) { try $0.releaseClaim(id) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/open(_:replacing:at:)``.
  public func open(
    _ record: WebSessionRecord, replacing replaced: String?, at now: Date
  ) async throws(OAuthError) -> Bool {
    try WebSessionText.check(record)
    let replaced = replaced.flatMap { WebSessionText.isKey($0) ? $0 : nil }
    return try await database.run(.transaction) { [schema] in
      try $0.openWebSession(record, replacing: replaced, in: schema, at: now)
    }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/session(_:at:)``.
  public func session(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionRecord? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.run(.reading) { try $0.webSession(key, at: now) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/state(_:at:)``.
  public func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.run(.reading) { try $0.webSessionState(key, at: now) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/touch(_:idlesAt:at:)``.
  public func touch(_ key: String, idlesAt: Date, at now: Date) async throws(OAuthError) {
    guard WebSessionText.isKey(key) else { return }
    try await database.run(.statement) { try $0.touchWebSession(key, idlesAt: idlesAt, at: now) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/change(_:from:to:at:)``.
  public func change(
    _ key: String, from version: Int, to content: [UInt8], at now: Date
  ) async throws(OAuthError) -> Bool {
    guard WebSessionText.isKey(key) else { return false }
    return try await database.run(.statement) {
      try $0.changeWebSession(key, from: version, to: content, at: now)
    }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/end(_:)``.
  public func end(_ key: String) async throws(OAuthError) -> WebSessionRecord? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.run(.statement) { try $0.endWebSession(key) }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/end(_:startedBefore:until:at:)``.
  public func end(
    _ group: WebSessionGroup, startedBefore time: Date, until end: Date, at now: Date
  ) async throws(OAuthError) -> [WebSessionRecord] {
    try WebSessionText.check(group)
    return try await database.run(.transaction) { [schema] in
      try $0.endWebSessions(of: group, startedBefore: time, until: end, in: schema)
    }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/sweep(limit:at:)``. Of claims and ended groups, one call forgets 100,000 each at most.
  public func sweep(limit: Int, at now: Date) async throws(OAuthError) -> [WebSessionRecord] {
    try await database.run(.transaction) {
      $0.forget(at: now, limit: Self.sweptAtOnce)
      return try $0.sweepWebSessions(limit: limit, at: now)
    }
  }

  /// See ``/CoatcheckWeb/WebSessionStore/withLock(_:_:)``. It waits for two minutes at most.
  public func withLock<Value: Sendable>(
    _ key: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try WebSessionText.check(key: key)
    return try await database.locks.withLock(.record(key)) { _ in try await body() }
  }

  /// Waits for what runs, and closes the connections. Everything fails from now on, and locks that are held are free.
  public func close() async {
    await database.close()
  }
}
