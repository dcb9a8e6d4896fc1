// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import GRDB
import Synchronization

/// Writes to a database by one connection, many verbs in one transaction.
///
/// `synchronous=FULL` makes a commit wait for the disk. Verbs which arrive meanwhile queue up,
/// and the next transaction runs them all, each in a savepoint of its own: one that throws undoes
/// itself and not the others. They are answered after the commit, so that nothing is said which a
/// crash could take back; when the commit fails, all of them are told so.
final class GroupWriter: Sendable {
  private struct State {
    var waiting: [any QueuedVerb] = []
    var isRunning = false
    var isClosed = false
    var figures = WriteFigures()
  }

  /// How many verbs one transaction runs at most: the first of them waits for the last.
  static let groupLimit = 128
  /// How many verbs may wait. A disk that hangs must not fill the memory.
  static let queueLimit = 4096

  private let pool: DatabasePool
  private let state = Mutex(State())

  init(_ pool: DatabasePool) { self.pool = pool }

  /// What was written so far.
  var figures: WriteFigures { state.withLock { $0.figures } }

  /// Runs a verb and waits until what it did is on the disk.
  func write<R: Sendable>(
    _ verb: @escaping @Sendable (Database) throws -> R
  ) async throws(StoreError) -> R {
    let result: Result<R, StoreError> = await withCheckedContinuation { continuation in
      let waiting = WaitingVerb(verb, for: continuation)
      if let refusal = enqueue(waiting) { waiting.answer(refusal) }
    }
    return try result.get()
  }

  /// Takes no more verbs. Those which wait are still run.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  private func enqueue(_ verb: any QueuedVerb) -> StoreError? {
    let (refusal, mustStart) = state.withLock { state -> (StoreError?, Bool) in
      if state.isClosed { return (StoreError(.unavailable, "the store is closed"), false) }
      guard state.waiting.count < Self.queueLimit else {
        return (StoreError(.unavailable, "too many writes wait for the disk"), false)
      }
      state.waiting.append(verb)
      defer { state.isRunning = true }
      return (nil, !state.isRunning)
    }
    // The connection has a thread of its own: tasks never wait for the disk on theirs.
    if mustStart { pool.asyncWriteWithoutTransaction { self.drain($0) } }
    return refusal
  }

  private func drain(_ database: Database) {
    while let group = nextGroup() { run(group, in: database) }
  }

  private func nextGroup() -> [any QueuedVerb]? {
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

  private func run(_ group: [any QueuedVerb], in database: Database) {
    var failure: StoreError?
    do {
      // Immediately, so that another process cannot write between what a verb reads and writes.
      try database.change("BEGIN IMMEDIATE TRANSACTION")
      for verb in group {
        verb.run(in: database)
        // SQLite itself undoes a transaction when the disk is full or fails.
        guard database.isInsideTransaction else {
          throw StoreError(.unavailable, "the disk is full or failed; nothing was changed")
        }
      }
      try database.change("COMMIT TRANSACTION")
    } catch {
      failure = StoreError(from: error)
      if database.isInsideTransaction { try? database.rollback() }
    }
    state.withLock { state in
      state.figures.verbs += group.count
      if failure == nil { state.figures.commits += 1 }
    }
    for verb in group { verb.answer(failure) }
  }
}
