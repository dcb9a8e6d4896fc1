// SPDX-License-Identifier: Apache-2.0
package import GRDB
import GRDBSQLite
import Synchronization

/// A verb in the queue of a ``GroupWriter``, whatever it returns.
protocol QueuedVerb<Failure>: Sendable {
  associatedtype Failure: Error

  /// Runs the verb inside the group's transaction.
  ///
  /// - Returns: False when it threw; the transaction must be undone then.
  func run(in database: Database) -> Bool
  /// Runs the verb in a savepoint of the group's transaction, so that a verb that throws undoes only its own
  /// changes.
  func runUndoably(in database: Database)
  /// Resumes the caller after the commit (nil) or the failure of the transaction.
  func answer(_ failure: Failure?)
}

/// A verb and the caller that waits for it.
final class WaitingVerb<R: Sendable, Failure: Error>: QueuedVerb {
  private let verb: @Sendable (Database) throws -> R
  private let failure: @Sendable (any Error) -> Failure
  private let caller: CheckedContinuation<Result<R, Failure>, Never>
  private let result = Mutex<Result<R, Failure>?>(nil)

  init(
    _ verb: @escaping @Sendable (Database) throws -> R,
    failure: @escaping @Sendable (any Error) -> Failure,
    for caller: CheckedContinuation<Result<R, Failure>, Never>
  ) {
    self.verb = verb
    self.failure = failure
    self.caller = caller
  }

  func run(in database: Database) -> Bool {
    guard let outcome = try? verb(database) else { return false }
    result.withLock { $0 = .success(outcome) }
    return true
  }

  func runUndoably(in database: Database) {
    var outcome: Result<R, Failure>
    do {
      // The statements are compiled once.
      try database.compiled("SAVEPOINT verb")
      outcome = .success(try verb(database))
      try database.compiled("RELEASE SAVEPOINT verb")
    } catch {
      outcome = .failure(failure(error))
      // SQLite rolls the whole transaction back itself when the disk is full or fails.
      if database.isInsideTransaction { Self.undo(in: database) }
    }
    result.withLock { [outcome] in $0 = outcome }
  }

  func answer(_ failed: Failure?) {
    let outcome = failed.map { .failure($0) } ?? result.withLock { $0 }
    caller.resume(returning: outcome ?? .failure(failure(GroupWriteError.undone)))
  }

  private static func undo(in database: Database) {
    try? database.compiled("ROLLBACK TO SAVEPOINT verb")
    try? database.compiled("RELEASE SAVEPOINT verb")
  }
}

extension Database {
  /// Runs a cached statement without parameters by SQLite's own functions: GRDB would look each time for
  /// observers, which this database does not have.
  package func compiled(_ sql: String) throws {
    let statement = try cachedStatement(sql: sql).sqliteStatement
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
    }
  }
}
