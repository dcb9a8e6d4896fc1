// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
public import CoatcheckOAuth
package import CoatcheckPostgreSQL
public import CoatcheckWeb

/// A website's sessions in a PostgreSQL database: for a website whose servers run on more than one machine.
///
/// - When a function returns, its change is on the database's disk, and on the standbys that
///   `synchronous_standby_names` names. When one throws because the connection broke while the response was
///   on its way, the change may have been made.
/// - A lock holds for all programs on all machines, and is free as soon as the one that holds it has died: within
///   half a minute when its machine or the network is gone. What was begun under it meanwhile changes nothing that
///   another has changed: ``change(_:from:to:at:)`` compares versions.
/// - A machine whose clock differs from the database's by more than five minutes neither reads nor writes:
///   `storeFailed` is thrown until the clocks agree. It would remove the sessions of other machines.
/// - A session's content is sealed by the website, and its keys are keyed hashes.
///
/// The tables are in a schema of their own, which is made on the first start. Locks need a session of their own: a
/// pooler between the website and the database has to be in session mode.
public final class PostgreSQLWebSessions: WebSessionStore {
  /// The maximum number of claims, and of ended groups, that one sweep deletes: a statement may take ten
  /// seconds.
  private static let sweptAtOnce = 100_000

  /// The database and the schema, without a password.
  public var place: StoreLocation { database.place }
  private let database: PostgreSQLDatabase
  private let schema: String

  /// Opens the store, and makes its tables in a schema that has none yet.
  ///
  /// - Parameters:
  ///   - connection: `postgresql://…`. What it leaves out comes from the `PG*` variables and the password file:
  ///     [libpq](https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
  ///   - schema: The schema with the tables: lower-case letters, digits and `_`.
  ///   - verification: Whether the certificate of the database's server is checked.
  ///   - connections: The maximum number of connections, at least 2. Half of them hold locks.
  ///   - environment: The timer for waiting while another program holds a session's lock, and the clock that is
  ///     compared with the database's.
  /// - Throws: `OAuthError` with `storeFailed` when the text cannot be read, the connection would not be verified,
  ///   the database does not answer, its settings let acknowledged changes be lost, or the clocks differ by more
  ///   than five minutes; `storeDamaged` when the tables are not the ones of this store. The reason says what to do.
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
    var place = place
    // A website takes a session for one of the future from this difference on.
    place.clock = PostgreSQLClock(limit: 300, now: environment.now)
    database = try await PostgreSQLDatabase(
      place, schema: schema, tables: PostgreSQLWebSchema.tables(in: schema),
      environment: environment)
  }

  /// Claims the id of something that must happen only once.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/claim(_:until:at:)``.
  public func claim(
    _ id: String, until end: Date, at now: Date
  ) async throws(OAuthError) -> Bool {
    try WebSessionText.check(id, as: "id")
    return try await database.run(.statement) { try $0.claim(id, until: end, at: now) }
  }

  /// Removes a claimed id.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/release(_:)``.
  public func release(_ id: String) async throws(OAuthError) {
    guard WebSessionText.isText(id) else { return }
    try await database.run(.statement) { try $0.releaseClaim(id) }
  }

  /// Adds a session, and ends the one that it replaces in the same step.
  ///
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

  /// Returns a session.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/session(_:at:)``.
  public func session(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionRecord? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.run(.reading) { try $0.webSession(key, at: now) }
  }

  /// Returns the state of a session, without its content.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/state(_:at:)``.
  public func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.run(.reading) { try $0.webSessionState(key, at: now) }
  }

  /// Extends the idle time of a session.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/touch(_:idlesAt:at:)``.
  public func touch(_ key: String, idlesAt: Date, at now: Date) async throws(OAuthError) {
    guard WebSessionText.isKey(key) else { return }
    try await database.run(.statement) { try $0.touchWebSession(key, idlesAt: idlesAt, at: now) }
  }

  /// Replaces the content of a session, and increases its version by one.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/change(_:from:to:at:)``.
  public func change(
    _ key: String, from version: Int, to content: [UInt8], at now: Date
  ) async throws(OAuthError) -> Bool {
    guard WebSessionText.isKey(key) else { return false }
    return try await database.run(.statement) {
      try $0.changeWebSession(key, from: version, to: content, at: now)
    }
  }

  /// Ends a session.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/end(_:)``.
  public func end(_ key: String) async throws(OAuthError) -> WebSessionRecord? {
    guard WebSessionText.isKey(key) else { return nil }
    return try await database.run(.statement) { try $0.endWebSession(key) }
  }

  /// Ends the sessions of a group that were started before a time.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/end(_:startedBefore:until:at:)``.
  public func end(
    _ group: WebSessionGroup, startedBefore time: Date, until end: Date, at now: Date
  ) async throws(OAuthError) -> [WebSessionRecord] {
    try WebSessionText.check(group)
    return try await database.run(.transaction) { [schema] in
      try $0.endWebSessions(of: group, startedBefore: time, until: end, in: schema)
    }
  }

  /// Removes expired sessions, claims and ended groups.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/sweep(limit:at:)``. One call also removes at most 100,000 claims
  /// and 100,000 ended groups.
  public func sweep(limit: Int, at now: Date) async throws(OAuthError) -> [WebSessionRecord] {
    try await database.run(.transaction) {
      $0.forget(at: now, limit: Self.sweptAtOnce)
      return try $0.sweepWebSessions(limit: limit, at: now)
    }
  }

  /// Runs `body` while no other caller holds the lock of a session.
  ///
  /// See ``/CoatcheckWeb/WebSessionStore/withLock(_:_:)``. It waits for two minutes at most.
  public func withLock<Value: Sendable>(
    _ key: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try WebSessionText.check(key: key)
    return try await database.locks.withLock(.record(key)) { _ in try await body() }
  }

  /// Waits for the functions that run, and closes the connections. Every function throws `storeFailed` from
  /// now on, and locks that are held are released.
  public func close() async {
    await database.close()
  }
}
