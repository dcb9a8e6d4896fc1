// SPDX-License-Identifier: Apache-2.0
package import GRDB
import Synchronization

/// Read-only connections, for verbs that run on the caller's thread.
///
/// GRDB's pool takes several locks for each read and asks for the schema version, which takes longer than
/// reading a row.
package final class SQLiteReaders: Sendable {
  private struct State {
    var idle: [DatabaseQueue] = []
    /// The number of open connections, idle or in use.
    var count = 0
    var isClosed = false
  }

  private let path: String
  private let configuration: Configuration
  private let limit: Int
  private let state = Mutex(State())

  /// Creates the set. Connections are opened when they are needed.
  ///
  /// - Parameters:
  ///   - path: A database that another connection has open.
  ///   - configuration: The configuration of each connection.
  ///   - limit: The maximum number of connections. One is opened when all others are in use.
  package init(path: String, configuration: Configuration, limit: Int) {
    self.path = path
    self.configuration = configuration
    self.limit = limit
  }

  /// Runs a verb in a transaction: all reads see the same state.
  ///
  /// - Returns: Nil, without running it, when no connection is free or the set is closed.
  package func read<R>(_ verb: (Database) throws -> R) throws -> R? {
    try query { database in
      try database.compiled("BEGIN DEFERRED TRANSACTION")
      defer { try? database.compiled("COMMIT TRANSACTION") }
      return try verb(database)
    }
  }

  /// Runs a verb that is one statement, and therefore needs no transaction to see one state.
  ///
  /// - Returns: As ``read(_:)``.
  package func query<R>(_ verb: (Database) throws -> R) throws -> R? {
    guard let connection = try take() else { return nil }
    defer { giveBack(connection) }
    return try connection.unsafeRead(verb)
  }

  /// Closes the connections; those in use are closed afterwards.
  package func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { try? connection.close() }
  }

  private func take() throws -> DatabaseQueue? {
    let (idle, mayOpen) = state.withLock { state -> (DatabaseQueue?, Bool) in
      if let last = state.idle.popLast() { return (last, false) }
      guard !state.isClosed, state.count < limit else { return (nil, false) }
      state.count += 1
      return (nil, true)
    }
    guard mayOpen else { return idle }
    do {
      return try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      state.withLock { $0.count -= 1 }
      throw error
    }
  }

  private func giveBack(_ connection: DatabaseQueue) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.idle.append(connection) }
      return state.isClosed
    }
    if isClosed { try? connection.close() }
  }
}
