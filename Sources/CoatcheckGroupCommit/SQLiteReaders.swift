// SPDX-License-Identifier: Apache-2.0
package import GRDB
import Synchronization

/// Connections that only read, for verbs which run on the caller's thread.
///
/// GRDB's pool takes several locks for each read, and asks for the version of the schema: longer than a row takes.
package final class SQLiteReaders: Sendable {
  private struct State {
    var idle: [DatabaseQueue] = []
    /// How many are open, idle or not.
    var count = 0
    var isClosed = false
  }

  private let path: String
  private let configuration: Configuration
  private let limit: Int
  private let state = Mutex(State())

  /// Connections, none of which is open yet.
  ///
  /// - Parameters:
  ///   - path: A database that another connection has open.
  ///   - configuration: How each is opened.
  ///   - limit: How many connections are opened, each when all others are in use.
  package init(path: String, configuration: Configuration, limit: Int) {
    self.path = path
    self.configuration = configuration
    self.limit = limit
  }

  /// Runs a verb: what it reads is all of one moment.
  ///
  /// - Returns: Nil, without running it, when no connection is free or they were closed.
  package func read<R>(_ verb: (Database) throws -> R) throws -> R? {
    try query { database in
      try database.compiled("BEGIN DEFERRED TRANSACTION")
      defer { try? database.compiled("COMMIT TRANSACTION") }
      return try verb(database)
    }
  }

  /// Runs a verb that is one statement, and so of one moment without a transaction.
  ///
  /// - Returns: As ``read(_:)``.
  package func query<R>(_ verb: (Database) throws -> R) throws -> R? {
    guard let connection = try take() else { return nil }
    defer { giveBack(connection) }
    return try connection.unsafeRead(verb)
  }

  /// Closes them, those that are in use as soon as they are not.
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
