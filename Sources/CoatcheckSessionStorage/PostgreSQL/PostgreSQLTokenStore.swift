// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth

/// A token store in a PostgreSQL database, for servers on more than one machine.
public typealias PostgreSQLTokenStore = RecordTokenStore<PostgreSQLRecords>

extension RecordTokenStore where Records == PostgreSQLRecords {
  /// Opens the store, and makes its tables in a schema that has none yet.
  ///
  /// - Parameters:
  ///   - connection: `postgresql://…`. What it leaves out comes from the `PG*` variables and the password
  ///     file: [libpq](https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING). The tables
  ///     are in the schema `coatcheck_sessions`.
  ///   - environment: The timer for waiting while another program holds an account's lock.
  /// - Throws: As ``PostgreSQLRecords/init(_:schema:verification:connections:environment:)``.
  public init(
    _ connection: String, environment: RuntimeEnvironment = .live
  ) async throws(OAuthError) {
    self.init(try await PostgreSQLRecords(connection, environment: environment))
  }
}
