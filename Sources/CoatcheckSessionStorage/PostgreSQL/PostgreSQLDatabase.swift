// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import CoatcheckPostgreSQL

/// The open database of a store: a pool of connections, and more connections that hold locks.
final class PostgreSQLDatabase: Sendable {
  /// The database and the schema, without a password.
  let place: StoreLocation
  let locks: PostgreSQLRecordLocks
  private let pool: PostgreSQLPool

  /// Opens the database, and creates the tables if the schema has none.
  ///
  /// - Parameters:
  ///   - place: The database. Half of its connections hold locks.
  ///   - schema: The schema with the tables.
  ///   - tables: The tables of the store.
  ///   - environment: Its clock measures the wait for a lock of another program.
  /// - Throws: `storeFailed` or `storeDamaged`, with a text for the operator.
  init(
    _ place: PostgreSQLPlace, schema: String, tables: PostgreSQLTables,
    environment: RuntimeEnvironment
  ) async throws(OAuthError) {
    let half = max(place.connections / 2, 1)
    var pooled = place
    pooled.connections = half
    self.place = StoreLocation(
      kind: "postgresql", location: "\(place.shown) \(schema)", protection: .plainText)
    pool = PostgreSQLPool(pooled)
    locks = PostgreSQLRecordLocks(
      place, schema: schema, connections: half, environment: environment)
    let opened = await pool.run(.reading) { try tables.open($0) }
    if case .failure(let error) = opened {
      await pool.close()
      throw .postgreSQL(error)
    }
  }

  /// Reads a connection string.
  ///
  /// - Throws: `storeFailed` when it cannot be read, or the connection would not be verified.
  static func place(
    _ connection: String, schema: String, verification: PostgreSQLRecords.Verification,
    connections: Int
  ) throws(OAuthError) -> PostgreSQLPlace {
    do throws(PostgreSQLFailure) {
      var place = try PostgreSQLPlace(
        connection, schema: schema,
        verification: verification == .required ? .required : .asTheStringSays,
        program: "coatcheck")
      place.connections = connections
      return place
    } catch {
      throw .postgreSQL(error)
    }
  }

  /// Runs a verb on a connection of the pool.
  func run<R: Sendable>(
    _ kind: PostgreSQLPool.Kind, _ verb: @escaping @Sendable (PostgreSQLConnection) throws -> R
  ) async throws(OAuthError) -> R {
    do {
      return try await pool.run(kind, verb).get()
    } catch {
      throw OAuthError.postgreSQL(error)
    }
  }

  /// Waits for the verbs that run, and closes the connections. All calls fail afterwards, and locks are
  /// released.
  func close() async {
    await pool.close()
    await locks.close()
  }
}
