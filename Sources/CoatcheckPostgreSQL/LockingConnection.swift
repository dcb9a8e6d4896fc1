// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Synchronization

/// A connection that holds advisory locks of its session, and runs what is done under them.
///
/// The database releases the locks when the connection ends: the program has died, its machine is gone, the network
/// between them is cut. Another program may have a lock from then on, so what is done under a lock runs on the
/// connection that holds it: once that is broken, everything under its locks fails.
/// https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS
package final class LockingConnection: Sendable {
  fileprivate struct State {
    var connection: PostgreSQLConnection?
    /// How often there was a connection.
    var count = 0
    /// The locks that this connection holds. The database would grant them a second time.
    var held: Set<Int64> = []
    var isClosed = false
  }

  private let place: PostgreSQLPlace
  /// The thread that waits in the connection.
  private let queue: DispatchQueue
  /// Only the queue uses it; nothing waits for this lock.
  private let state = Mutex(State())

  /// A connection that is made when the first lock is asked for, and again when it has broken.
  package init(_ place: PostgreSQLPlace) {
    self.place = place
    queue = DispatchQueue(label: "coatcheck.postgresql.locks")
  }

  /// Takes a lock if it is free.
  ///
  /// - Returns: The lock; nil while it is held, by this program or another.
  package func take(_ key: Int64) async throws -> AdvisoryLock? {
    try await onQueue { [place] state in
      guard !state.isClosed else { throw PostgreSQLFailure.closed }
      let connection = try state.connected(to: place)
      guard !state.held.contains(key) else { return nil }
      let answer = try connection.first(
        "SELECT pg_try_advisory_lock($1) AS taken", .number(key))
      guard answer?.number("taken") == 1 else { return nil }
      state.held.insert(key)
      return AdvisoryLock(key: key, connection: self, number: state.count)
    }.get()
  }

  /// Runs a verb under a lock.
  ///
  /// - Throws: `lost` when the connection that held it has broken, and what the verb throws.
  func run<R: Sendable>(
    _ kind: PostgreSQLPool.Kind, under lock: AdvisoryLock,
    _ verb: @escaping @Sendable (PostgreSQLConnection) throws -> R
  ) async -> Result<R, any Error> {
    await onQueue { state in
      guard let connection = state.alive(lock.number) else {
        throw PostgreSQLFailure.lost(
          "the connection that held the lock was closed", outcomeIsUnknown: false)
      }
      return try kind == .transaction ? connection.transaction(verb) : verb(connection)
    }
  }

  /// Gives a lock back. One that was lost is free already.
  func release(_ lock: AdvisoryLock) async {
    _ = await onQueue { state in
      guard let connection = state.alive(lock.number) else { return }
      state.held.remove(lock.key)
      _ = try connection.first("SELECT pg_advisory_unlock($1) AS released", .number(lock.key))
    }
  }

  /// Ends the connection, and with it the locks.
  package func close() async {
    _ = await onQueue { state in
      state.isClosed = true
      state.connection = nil
    }
  }

  private func onQueue<R: Sendable>(
    _ work: @escaping @Sendable (inout State) throws -> R
  ) async -> Result<R, any Error> {
    await withCheckedContinuation { caller in
      queue.async { [self] in
        caller.resume(returning: state.withLock { state in Result { try work(&state) } })
      }
    }
  }
}

extension LockingConnection.State {
  fileprivate mutating func connected(to place: PostgreSQLPlace) throws -> PostgreSQLConnection {
    if let connection = alive(count) { return connection }
    let new = try PostgreSQLConnection(to: place)
    (connection, held) = (new, [])
    count += 1
    return new
  }

  /// The connection with this number, if it still works.
  fileprivate func alive(_ number: Int) -> PostgreSQLConnection? {
    guard number == count, let connection else { return nil }
    connection.checkAlive()
    return connection.isBroken ? nil : connection
  }
}

/// A lock that a ``LockingConnection`` holds.
package struct AdvisoryLock: Sendable {
  let key: Int64
  let connection: LockingConnection
  /// Which of its connections holds the lock.
  let number: Int

  /// Runs a verb under the lock.
  ///
  /// - Throws: `lost` when the connection that held it has broken, and what the verb throws.
  package func run<R: Sendable>(
    _ kind: PostgreSQLPool.Kind,
    _ verb: @escaping @Sendable (PostgreSQLConnection) throws -> R
  ) async -> Result<R, any Error> {
    await connection.run(kind, under: self, verb)
  }

  /// Gives the lock back.
  package func release() async { await connection.release(self) }
}
