// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization

/// A slot for a connection in a pool: it connects when it is used, and again when the connection has
/// broken.
final class PooledConnection: Sendable {
  /// The thread that blocks in the connection.
  let queue: DispatchQueue
  private let number: Int
  /// Used only on the queue, so that no thread waits for this lock.
  private let connection = Mutex<PostgreSQLConnection?>(nil)

  /// The maximum number of attempts to run a verb.
  private static let tries = 4

  init(_ number: Int) {
    self.number = number
    queue = DispatchQueue(label: "coatcheck.postgresql.\(number)")
  }

  func close() { connection.withLock { $0 = nil } }

  func run<R: Sendable>(
    _ kind: PostgreSQLPool.Kind, at place: PostgreSQLPlace,
    _ verb: @Sendable (PostgreSQLConnection) throws -> R
  ) -> Result<R, any Error> {
    var attempt = 1
    let begun = ContinuousClock.now
    while true {
      do {
        return .success(try once(kind, at: place, verb))
      } catch let failure as PostgreSQLFailure
        where attempt < Self.tries && Self.mayRepeat(failure, kind)
        && begun.duration(to: .now) < .seconds(place.statementLimit / 2)
      {
        // Verbs that have conflicted wait for different times, so that they do not conflict again.
        usleep(UInt32(attempt * attempt * (200 + 150 * (number % 8))))
        attempt += 1
      } catch {
        return .failure(error)
      }
    }
  }

  private static func mayRepeat(
    _ failure: PostgreSQLFailure, _ kind: PostgreSQLPool.Kind
  ) -> Bool {
    switch (kind, failure) {
    case (.reading, .lost): true
    case (.transaction, _): failure.mayBeRepeated
    case (.reading, _), (.statement, .refused(state: "40001", _)),
      (.statement, .refused(state: "40P01", _)):
      failure.mayBeRepeated
    case (.statement, _): false
    }
  }

  private func once<R: Sendable>(
    _ kind: PostgreSQLPool.Kind, at place: PostgreSQLPlace,
    _ verb: @Sendable (PostgreSQLConnection) throws -> R
  ) throws -> R {
    try connection.withLock { connection in
      connection?.checkAlive()
      if connection?.isBroken ?? true { connection = nil }
      let open = try connection ?? PostgreSQLConnection(to: place)
      connection = open
      defer { if open.isBroken { connection = nil } }
      try place.clock?.check(open)
      switch kind {
      case .reading, .statement: return try verb(open)
      case .transaction: return try open.transaction(verb)
      }
    }
  }
}
