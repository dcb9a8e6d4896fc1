// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckStorage
import Foundation

/// Where the store is: in an SQLite file, or in a PostgreSQL database.
enum DatabasePlace: Sendable, Equatable {
  /// The path of the file.
  case file(String)
  /// The connection string.
  case postgreSQL(String)

  /// Reads the value of `--database`.
  init(_ text: String) {
    let isAddress = ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
    self = isAddress ? .postgreSQL(text) : .file(text)
  }

  /// Whether a text is the address of a database, and not a path.
  static func isAddress(_ text: String) -> Bool { DatabasePlace(text) != .file(text) }

  /// The default path of the key file; nil for PostgreSQL.
  var keyFile: String? {
    if case .file(let path) = self { path + ".key" } else { nil }
  }

  /// The default path of the administration socket; nil for PostgreSQL.
  var adminSocket: String? {
    if case .file(let path) = self { path + ".admin" } else { nil }
  }

  /// Refuses the path of a file that is not there: a mistyped name must not become an empty database.
  func checkExists() throws(OAuthError) {
    guard case .file(let path) = self, !FileManager.default.fileExists(atPath: path) else { return }
    throw .misused("database", "There is no database at \(path).")
  }

  /// Opens the store.
  ///
  /// - Parameters:
  ///   - connections: The maximum number of connections to PostgreSQL.
  ///   - verification: Whether the certificate of PostgreSQL's server is checked.
  func open(
    connections: Int = 8, verification: PostgreSQLStore.Verification = .required
  ) async throws(StoreError) -> OpenedStore {
    switch self {
    case .file(let path): return .sqlite(try await SQLiteStore(path: path))
    case .postgreSQL(let address):
      return .postgreSQL(
        try await PostgreSQLStore(
          address, verification: verification, connections: connections))
    }
  }
}

/// A store that is open.
enum OpenedStore: Sendable {
  case sqlite(SQLiteStore)
  case postgreSQL(PostgreSQLStore)

  /// The operations of the store.
  var store: any AdministrationStore {
    switch self {
    case .sqlite(let store): store
    case .postgreSQL(let store): store
    }
  }

  /// What an acknowledged change survives; nil for SQLite.
  var guarantee: PostgreSQLGuarantee? {
    if case .postgreSQL(let store) = self { store.guarantee } else { nil }
  }

  /// Finishes running operations, and closes the store.
  func close() async throws(StoreError) {
    switch self {
    case .sqlite(let store): try await store.close()
    case .postgreSQL(let store): await store.close()
    }
  }
}
