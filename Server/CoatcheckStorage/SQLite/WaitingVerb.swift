// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import GRDB
import Synchronization

/// A verb on its way through a ``GroupWriter``, whatever it returns.
protocol QueuedVerb: Sendable {
  /// Does its part inside the group's transaction.
  func run(in database: Database)
  /// Tells the caller, once the transaction holds (nil) or has failed.
  func answer(_ failure: StoreError?)
}

/// A verb and the caller who waits for it.
final class WaitingVerb<R: Sendable>: QueuedVerb {
  private let verb: @Sendable (Database) throws -> R
  private let caller: CheckedContinuation<Result<R, StoreError>, Never>
  private let result = Mutex<Result<R, StoreError>>(
    .failure(StoreError(.unavailable, "the verb had no turn")))

  init(
    _ verb: @escaping @Sendable (Database) throws -> R,
    for caller: CheckedContinuation<Result<R, StoreError>, Never>
  ) {
    self.verb = verb
    self.caller = caller
  }

  func run(in database: Database) {
    var outcome: Result<R, StoreError>?
    do {
      // A verb that throws undoes what it did itself, and nothing else. The statements are compiled once.
      try database.change("SAVEPOINT verb")
      outcome = .success(try verb(database))
      try database.change("RELEASE SAVEPOINT verb")
    } catch {
      outcome = .failure(StoreError(from: error))
      // SQLite itself undoes a whole transaction when the disk is full or fails.
      if database.isInsideTransaction { Self.undo(in: database) }
    }
    if let outcome { result.withLock { $0 = outcome } }
  }

  func answer(_ failure: StoreError?) {
    caller.resume(returning: failure.map { .failure($0) } ?? result.withLock { $0 })
  }

  private static func undo(in database: Database) {
    _ = try? database.change("ROLLBACK TO SAVEPOINT verb")
    _ = try? database.change("RELEASE SAVEPOINT verb")
  }
}
