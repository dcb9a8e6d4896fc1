// SPDX-License-Identifier: Apache-2.0
public import CoatcheckIssuer
import CoatcheckPostgreSQL
import GRDB

/// Copies the whole content of a store into an empty store, from SQLite to PostgreSQL or the reverse, or
/// between two of a kind.
///
/// The copy is the state at one moment, and the memory that copying takes does not grow with the store.
/// What servers write to the source meanwhile is not copied: stop them first.
public struct StoreCopy: Sendable {
  /// The place of a store.
  public enum Place: Sendable {
    /// An SQLite file, by its path.
    case file(String)
    /// A PostgreSQL database, by its connection string; the tables are in the schema `coatcheck`.
    case postgreSQL(String, PostgreSQLStore.Verification)
  }

  /// How many rows of a table were copied.
  public struct Figure: Sendable, Equatable {
    /// The name of the table.
    public let table: String
    /// The number of rows that were copied.
    public let rows: Int
  }

  private let source: Place
  private let target: Place

  /// Describes a copy; nothing is read before ``run()``.
  ///
  /// - Parameters:
  ///   - source: The store that is copied. Its content is not changed.
  ///   - target: A file that does not exist yet, or a database whose tables are empty or not there yet.
  public init(from source: Place, to target: Place) {
    self.source = source
    self.target = target
  }

  /// Copies all tables.
  ///
  /// - Returns: The number of rows of each table.
  /// - Throws: `StoreError`: `unusable` when the target is not empty or there is no source, and what
  ///   opening one of the stores throws. A target that was not finished must not be used: remove it.
  public func run() async throws(StoreError) -> [Figure] {
    let result: Result<[Figure], StoreError> = await SQLiteStore.onOwnThread {
      do {
        return try copy()
      } catch let failure as PostgreSQLFailure {
        throw StoreError(postgreSQL: failure)
      }
    }
    return try result.get()
  }

  private func copy() throws -> [Figure] {
    let writer = try target.writer()
    return try source.reading { reader in
      var figures: [Figure] = []
      for table in CopiedTable.all {
        var rows = 0
        try reader.read(table) { batch in
          try writer.write(batch, into: table)
          rows += batch.count
        }
        figures.append(Figure(table: table.name, rows: rows))
      }
      try writer.finish()
      return figures
    }
  }
}

/// Reads all tables in one state of the store.
protocol CopyReader {
  /// Passes the rows of a table to `body`, in batches.
  func read(_ table: CopiedTable, _ body: ([CopiedRow]) throws -> Void) throws
}

/// Writes tables.
protocol CopyWriter {
  func write(_ rows: [CopiedRow], into table: CopiedTable) throws
  /// Completes the copy, so that servers can use it.
  func finish() throws
}

extension StoreCopy.Place {
  /// The maximum number of rows in memory.
  static let batch = 2_000

  fileprivate func reading<R>(_ body: (any CopyReader) throws -> R) throws -> R {
    switch self {
    case .file(let path):
      let file = DatabaseFile(path: path)
      guard try file.inspect() else {
        throw StoreError(.unusable, "there is no database at \(path)")
      }
      let pool = try Opening(file: file, readers: 1).open()
      let result = try pool.read { try body(SQLiteCopyReader(database: $0)) }
      try pool.writeWithoutTransaction(Opening.markClosed)
      try pool.close()
      return result
    case .postgreSQL(let address, let verification):
      let connection = try Self.connection(address, verification)
      try connection.change("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      return try body(PostgreSQLCopyReader(connection: connection))
    }
  }

  fileprivate func writer() throws -> any CopyWriter {
    switch self {
    case .file(let path):
      let file = DatabaseFile(path: path)
      guard try !file.inspect() else {
        throw StoreError(.unusable, "there is a file at \(path) already; name a new one")
      }
      return SQLiteCopyWriter(pool: try Opening(file: file, readers: 1).open())
    case .postgreSQL(let address, let verification):
      let connection = try Self.connection(address, verification)
      for table in CopiedTable.all {
        let any = try connection.first("SELECT 1::bigint AS one FROM \(table.inPostgreSQL) LIMIT 1")
        guard any == nil else {
          throw StoreError(.unusable, "the database has a store already; name an empty one")
        }
      }
      return PostgreSQLCopyWriter(connection: connection)
    }
  }

  private static func connection(
    _ address: String, _ verification: PostgreSQLStore.Verification
  ) throws -> PostgreSQLConnection {
    let schema = PostgreSQLStore.schema
    let place = try PostgreSQLPlace(
      address, schema: schema,
      verification: verification == .required ? .required : .asTheStringSays, statementLimit: 120)
    let connection = try PostgreSQLConnection(to: place)
    _ = try PostgreSQLSchema.tables(in: schema).open(connection)
    return connection
  }
}
