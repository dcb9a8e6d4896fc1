// SPDX-License-Identifier: Apache-2.0
package import GRDB
import GRDBSQLite
import Synchronization

/// A verb on its way through a ``GroupWriter``, whatever it returns.
protocol QueuedVerb<Failure>: Sendable {
  associatedtype Failure: Error

  /// Does its part inside the group's transaction.
  func run(in database: Database)
  /// Resumes the caller, once the transaction holds (nil) or has failed.
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

  func run(in database: Database) {
    var outcome: Result<R, Failure>
    do {
      // A verb that throws undoes what it did itself, and nothing else. The statements are compiled once.
      try database.compiled("SAVEPOINT verb")
      outcome = .success(try verb(database))
      try database.compiled("RELEASE SAVEPOINT verb")
    } catch {
      outcome = .failure(failure(error))
      // SQLite itself undoes a whole transaction when the disk is full or fails.
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
  /// Runs a statement without values that was compiled before, by SQLite's own functions: nothing observes this
  /// database, which GRDB would look for each time.
  package func compiled(_ sql: String) throws {
    let statement = try cachedStatement(sql: sql).sqliteStatement
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
    }
  }
}
