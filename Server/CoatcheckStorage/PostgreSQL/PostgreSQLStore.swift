// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckIssuer
import CoatcheckOAuth
package import CoatcheckPostgreSQL

/// A store in a PostgreSQL database: for any number of servers on any number of machines.
///
/// A change is on the database's disk when its function returns, and on the standbys that
/// `synchronous_standby_names` names. A function is one statement, or one transaction that locks the rows
/// it decides about; the servers share nothing else. The threads that run tasks are never blocked: each
/// connection has a thread of its own.
///
/// The tables are in a schema of their own, which is made on the first start.
public final class PostgreSQLStore: IssuerStore, UserStore {
  /// Whether the certificate of the database's server is checked.
  public enum Verification: Sendable {
    /// `sslmode=verify-full`, unless the database is reached by a Unix socket or a loopback address.
    case required
    /// As the connection string says, also when that is weak: then any machine on the way may read and
    /// change everything.
    case asTheStringSays
  }

  /// The schema with the tables, unless another is named.
  static let schema = "coatcheck"

  /// What an acknowledged change survives, by the settings of the database.
  public let guarantee: PostgreSQLGuarantee
  package let pool: PostgreSQLPool
  let decodedClients = DecodedClients()

  /// Opens the store, and makes its tables in a schema that has none yet.
  ///
  /// - Parameters:
  ///   - connection: A URI `postgresql://…`, or keywords and values. What it leaves out comes from the
  ///     `PG*` variables and the password file:
  ///     [libpq](https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
  ///   - schema: The schema with the tables: lower-case letters, digits and `_`.
  ///   - verification: Whether the certificate of the database's server is checked.
  ///   - connections: The maximum number of connections of this store; 8 unless given.
  /// - Throws: `StoreError`: `unusable` when the connection string cannot be read, libpq is not installed,
  ///   the connection would not be verified, the schema is another program's, or the database's settings
  ///   let acknowledged changes be lost; `newerSchema` when a newer version wrote the tables; `damaged`
  ///   when the tables are not those of this store; `unavailable` when the database cannot be reached, or
  ///   this machine's clock is more than five seconds from the database's. The reason says what to do.
  public convenience init(
    _ connection: String, schema: String = "coatcheck", verification: Verification = .required,
    connections: Int = 8
  ) async throws(StoreError) {
    var place: PostgreSQLPlace
    do throws(PostgreSQLFailure) {
      place = try PostgreSQLPlace(
        connection, schema: schema,
        verification: verification == .required ? .required : .asTheStringSays)
    } catch {
      throw StoreError(postgreSQL: error)
    }
    place.connections = connections
    place.clock = PostgreSQLClock(limit: 5, now: RuntimeEnvironment.live.now)
    try await self.init(place, schema: schema)
  }

  package init(_ place: PostgreSQLPlace, schema: String) async throws(StoreError) {
    pool = PostgreSQLPool(place)
    let opened = await pool.run(.reading) { try PostgreSQLSchema.tables(in: schema).open($0) }
    do {
      guarantee = try opened.get() ? .synchronousStandby : .primaryOnly
    } catch {
      await pool.close()
      throw StoreError(postgreSQL: error)
    }
  }

  /// Whether a connection string holds a password (`password` or `sslpassword`). In the arguments of a
  /// program, other users of the machine could read it.
  ///
  /// - Parameter connection: The connection string, as for ``init(_:schema:verification:connections:)``.
  ///   False when it cannot be read.
  public static func holdsPassword(_ connection: String) -> Bool {
    PostgreSQLPlace.holdsPassword(connection)
  }

  /// Waits for the functions that run, and closes the connections. Every function throws `unavailable` from
  /// now on.
  public func close() async { await pool.close() }

  /// Writes a row and waits until it is on the database's disk. See
  /// ``/CoatcheckIssuer/IssuerStore/ping()``.
  public func ping() async throws(StoreError) {
    try await statement { database in
      try database.change(
        """
        INSERT INTO state (name, value) VALUES ('ping', 1)
        ON CONFLICT (name) DO UPDATE SET value = (state.value + 1) & 65535
        """)
    }
  }

  /// Runs a verb that only reads. It sees all changes that were acknowledged before.
  func read<R: Sendable>(
    _ verb: @escaping @Sendable (PostgreSQLConnection) throws -> R
  ) async throws(StoreError) -> R {
    try await run(.reading, verb)
  }

  /// Runs a verb that is one statement.
  @discardableResult
  func statement<R: Sendable>(
    _ verb: @escaping @Sendable (PostgreSQLConnection) throws -> R
  ) async throws(StoreError) -> R {
    try await run(.statement, verb)
  }

  /// Runs a verb in a transaction. It runs again after a conflict with another one.
  @discardableResult
  func write<R: Sendable>(
    _ verb: @escaping @Sendable (PostgreSQLConnection) throws -> R
  ) async throws(StoreError) -> R {
    try await run(.transaction, verb)
  }

  private func run<R: Sendable>(
    _ kind: PostgreSQLPool.Kind, _ verb: @escaping @Sendable (PostgreSQLConnection) throws -> R
  ) async throws(StoreError) -> R {
    do {
      return try await pool.run(kind, verb).get()
    } catch {
      throw StoreError(postgreSQL: error)
    }
  }
}
