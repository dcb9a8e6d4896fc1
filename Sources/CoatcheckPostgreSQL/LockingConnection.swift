// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Synchronization

/// A connection that holds session-level advisory locks, and runs the verbs under them.
///
/// The database releases the locks when the connection ends: when the program or its machine fails, or the
/// network between them. Another program may take a lock from then on, so the verbs under a lock run on the
/// connection that holds it: if that breaks, they fail.
/// https://www.postgresql.org/docs/15/explicit-locking.html#ADVISORY-LOCKS
package final class LockingConnection: Sendable {
  fileprivate struct State {
    var connection: PostgreSQLConnection?
    /// The number of connections that were made.
    var count = 0
    /// The locks that this connection holds. The database would grant them to it a second time.
    var held: Set<Int64> = []
    var isClosed = false
  }

  private let place: PostgreSQLPlace
  /// The thread that blocks in the connection.
  private let queue: DispatchQueue
  /// Used only on the queue, so that no thread waits for this lock.
  private let state = Mutex(State())

  /// A connection that is made when the first lock is requested, and again after it has broken.
  package init(_ place: PostgreSQLPlace) {
    self.place = place
    queue = DispatchQueue(label: "coatcheck.postgresql.locks")
  }

  /// Takes a lock if it is free.
  ///
  /// - Returns: The lock; nil while this program or another holds it.
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

  /// Releases a lock. A lock that was lost is released already.
  func release(_ lock: AdvisoryLock) async {
    _ = await onQueue { state in
      guard let connection = state.alive(lock.number) else { return }
      state.held.remove(lock.key)
      _ = try connection.first("SELECT pg_advisory_unlock($1) AS released", .number(lock.key))
    }
  }

  /// Closes the connection, which releases the locks.
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
        caller.resume(
          returning: state.withLock { state in
            defer { state.closeIfBroken() }
            return Result { try work(&state) }
          })
      }
    }
  }
}

extension LockingConnection.State {
  fileprivate mutating func connected(to place: PostgreSQLPlace) throws -> PostgreSQLConnection {
    if let connection = alive(count) { return connection }
    let new = try PostgreSQLConnection(to: place)
    connection = new
    count += 1
    return new
  }

  /// The connection with this number, if it is still alive.
  fileprivate mutating func alive(_ number: Int) -> PostgreSQLConnection? {
    connection?.checkAlive()
    closeIfBroken()
    return number == count ? connection : nil
  }

  /// Closes a connection that is of no more use. The database may not have noticed that, and would keep the
  /// locks for as long as the connection is open.
  fileprivate mutating func closeIfBroken() {
    guard connection?.isBroken == true else { return }
    (connection, held) = (nil, [])
  }
}

/// A lock that a ``LockingConnection`` holds.
package struct AdvisoryLock: Sendable {
  let key: Int64
  let connection: LockingConnection
  /// The number of the connection that holds the lock.
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

  /// Releases the lock.
  package func release() async { await connection.release(self) }
}
