// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import GRDB
import Synchronization

/// One step from what is kept to what shall be kept.
enum RecordChange: Sendable {
  case write([StoredRecord])
  case remove(String)
  case setAside(String, [UInt8])

  /// - Returns: Where a record was set aside.
  func make(in database: Database) throws -> Int64? {
    switch self {
    case .write(let records):
      for record in records { try RecordTable.write(record, in: database) }
      return nil
    case .remove(let key):
      try RecordTable.remove(key, in: database)
      return nil
    case .setAside(let key, let content):
      return try RecordTable.setAside(key, ifStill: content, in: database)
    }
  }
}

/// Makes changes by one connection, many in one transaction.
///
/// `synchronous=FULL` makes a commit wait for the disk. Changes which arrive meanwhile queue up, and the
/// next transaction makes them all, each in a savepoint of its own: one that fails undoes itself and not
/// the others. They are answered after the commit, so that nothing is said which a crash could take back;
/// when the commit fails, all of them are told so.
final class RecordWriter: Sendable {
  private typealias Outcome = Result<Int64?, OAuthError>

  private struct Waiting: Sendable {
    let change: RecordChange
    let caller: CheckedContinuation<Outcome, Never>
  }

  private struct State {
    var waiting: [Waiting] = []
    var isRunning = false
    var isClosed = false
  }

  /// How many changes one transaction makes at most: the first of them waits for the last.
  private static let groupLimit = 128
  /// How many changes may wait. A disk that hangs must not fill the memory.
  private static let queueLimit = 4096

  private let pool: DatabasePool
  private let path: String
  private let state = Mutex(State())

  init(_ pool: DatabasePool, path: String) {
    self.pool = pool
    self.path = path
  }

  /// Makes a change and waits until it is on the disk.
  func make(_ change: RecordChange) async throws(OAuthError) -> Int64? {
    let outcome: Outcome = await withCheckedContinuation { caller in
      if let refusal = enqueue(Waiting(change: change, caller: caller)) {
        caller.resume(returning: .failure(refusal))
      }
    }
    return try outcome.get()
  }

  /// Takes no more changes. Those which wait are still made.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  private func enqueue(_ waiting: Waiting) -> OAuthError? {
    let (refusal, mustStart) = state.withLock { state -> (OAuthError?, Bool) in
      if state.isClosed { return (.store("\(path) is closed"), false) }
      guard state.waiting.count < Self.queueLimit else {
        return (.store("too many writes wait for the disk"), false)
      }
      state.waiting.append(waiting)
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

  private func nextGroup() -> [Waiting]? {
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

  private func run(_ group: [Waiting], in database: Database) {
    var outcomes: [Outcome] = []
    var failure: OAuthError?
    do {
      // Immediately, so that another process can't write between what a change reads and writes.
      try database.beginTransaction(.immediate)
      for waiting in group {
        outcomes.append(outcome(of: waiting.change, in: database))
        // SQLite itself undoes a transaction when the disk is full or fails.
        guard database.isInsideTransaction else {
          throw OAuthError.store("the disk is full or failed; nothing was changed")
        }
      }
      try database.commit()
    } catch {
      failure = .sqlite(error, path: path)
      if database.isInsideTransaction { try? database.rollback() }
    }
    for (number, waiting) in group.enumerated() {
      waiting.caller.resume(returning: failure.map { .failure($0) } ?? outcomes[number])
    }
  }

  private func outcome(of change: RecordChange, in database: Database) -> Outcome {
    var made: Int64?
    do {
      try database.inSavepoint {
        made = try change.make(in: database)
        return .commit
      }
      return .success(made)
    } catch {
      return .failure(.sqlite(error, path: path))
    }
  }
}
