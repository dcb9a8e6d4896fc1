// SPDX-License-Identifier: Apache-2.0
import Foundation
package import GRDB
import Synchronization

/// Writes to a database by one connection, many verbs in one transaction.
///
/// `synchronous=FULL` makes a commit wait for the disk. Verbs that arrive meanwhile queue up, and the next
/// transaction runs them all. One that throws undoes itself and not the others: the transaction is undone, and runs
/// again with a savepoint for each verb. A verb can therefore run twice, and does nothing but read and write.
/// Callers resume after the commit, so that no result is returned that a crash could take back; when the commit
/// fails, all of them receive the failure.
package final class GroupWriter<Failure: Error>: Sendable {
  private struct State {
    var waiting: [any QueuedVerb<Failure>] = []
    var isRunning = false
    var isClosed = false
    var figures = WriteFigures()
  }

  /// The maximum number of verbs in one transaction: the first of them waits for the last.
  private static var groupLimit: Int { 128 }
  /// The maximum number of verbs that wait. A disk that hangs must not fill the memory.
  private static var queueLimit: Int { 4096 }

  private let pool: DatabasePool
  private let failure: @Sendable (any Error) -> Failure
  private let state = Mutex(State())

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - pool: The database.
  ///   - failure: Turns an error of SQLite or a ``GroupWriteError`` into the store's own.
  package init(_ pool: DatabasePool, failure: @escaping @Sendable (any Error) -> Failure) {
    self.pool = pool
    self.failure = failure
  }

  /// The numbers of verbs and commits so far.
  package var figures: WriteFigures { state.withLock { $0.figures } }

  /// Runs a verb and waits until its changes are on the disk.
  package func write<R: Sendable>(
    _ verb: @escaping @Sendable (Database) throws -> R
  ) async throws(Failure) -> R {
    let result: Result<R, Failure> = await withCheckedContinuation { continuation in
      let waiting = WaitingVerb(verb, failure: failure, for: continuation)
      if let refusal = enqueue(waiting) { waiting.answer(failure(refusal)) }
    }
    return try result.get()
  }

  /// Accepts no more verbs. Those that wait still run.
  package func close() {
    state.withLock { $0.isClosed = true }
  }

  private func enqueue(_ verb: any QueuedVerb<Failure>) -> GroupWriteError? {
    let (refusal, mustStart) = state.withLock { state -> (GroupWriteError?, Bool) in
      if state.isClosed { return (.closed, false) }
      guard state.waiting.count < Self.queueLimit else { return (.queueIsFull, false) }
      state.waiting.append(verb)
      defer { state.isRunning = true }
      return (nil, !state.isRunning)
    }
    // The connection has its own thread: no task blocks its thread on the disk.
    if mustStart { pool.asyncWriteWithoutTransaction { self.drain($0) } }
    return refusal
  }

  private func drain(_ database: Database) {
    while true {
      // A commit takes as long for many verbs as for one. If other threads wait for this processor, they
      // run first, and the verbs that they enqueue join the group; otherwise this returns at once.
      sched_yield()
      guard let group = nextGroup() else { return }
      run(group, in: database)
    }
  }

  private func nextGroup() -> [any QueuedVerb<Failure>]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      let group = Array(state.waiting.prefix(Self.groupLimit))
      state.waiting.removeFirst(group.count)
      return group
    }
  }

  private func run(_ group: [any QueuedVerb<Failure>], in database: Database) {
    var failed: Failure?
    do {
      // SQLite keeps a copy of each page that changes after a savepoint, and almost no verb throws.
      let isDone = try transaction(of: group, in: database) { $0.run(in: database) }
      if !isDone {
        _ = try transaction(of: group, in: database) { verb in
          verb.runUndoably(in: database)
          return true
        }
      }
    } catch {
      failed = failure(error)
    }
    state.withLock { state in
      state.figures.verbs += group.count
      if failed == nil { state.figures.commits += 1 }
    }
    for verb in group { verb.answer(failed) }
  }

  /// Runs verbs in one transaction, and commits it if `run` returns true for all of them.
  private func transaction(
    of group: [any QueuedVerb<Failure>], in database: Database,
    _ run: (any QueuedVerb<Failure>) -> Bool
  ) throws -> Bool {
    // Does nothing after the commit, or when SQLite has rolled the transaction back itself.
    defer { if database.isInsideTransaction { try? database.rollback() } }
    // IMMEDIATE, so that another process cannot write between the reads and the writes of a verb.
    try database.compiled("BEGIN IMMEDIATE TRANSACTION")
    for verb in group {
      guard run(verb) else { return false }
      // SQLite rolls the transaction back itself when the disk is full or fails.
      guard database.isInsideTransaction else { throw GroupWriteError.undone }
    }
    try database.compiled("COMMIT TRANSACTION")
    return true
  }
}
