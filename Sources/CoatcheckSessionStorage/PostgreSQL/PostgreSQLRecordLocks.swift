// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckOAuth
import CoatcheckPostgreSQL

/// The locks of records: advisory locks on a few connections.
final class PostgreSQLRecordLocks: Sendable {
  /// The locks that the current task holds, by the names of their holds.
  @TaskLocal private static var held: [String: AdvisoryLock] = [:]

  private let connections: [LockingConnection]
  private let schema: String
  private let place: String
  private let environment: RuntimeEnvironment

  init(
    _ place: PostgreSQLPlace, schema: String, connections: Int, environment: RuntimeEnvironment
  ) {
    self.connections = (0..<connections).map { _ in LockingConnection(place) }
    self.schema = schema
    self.place = "\(place.shown) \(schema)"
    self.environment = environment
  }

  /// Runs `body` while no other task, in any program, holds the same lock.
  ///
  /// - Throws: What the body throws; `storeFailed` when the lock is not available within its patience,
  ///   `cancelled` when the task is cancelled while it waits.
  func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable (AdvisoryLock) async throws -> Value
  ) async throws -> Value {
    let name = "\(place) \(lock.key)"
    if let held = Self.held[name], Hold.isActive(name) { return try await body(held) }
    let number = number(of: lock)
    let connection = connections[Int(number.magnitude % UInt64(connections.count))]
    let taken = try await LockPolling.wait(
      in: place, patience: lock.patience, longestPause: .milliseconds(200),
      environment: environment
    ) { () async throws(OAuthError) in
      do {
        return try await connection.take(number)
      } catch {
        throw OAuthError.postgreSQL(error)
      }
    }
    var held = Self.held
    held[name] = taken
    do {
      let value = try await Self.$held.withValue(held) {
        try await Hold(name).run { try await body(taken) }
      }
      await taken.release()
      return value
    } catch {
      await taken.release()
      throw error
    }
  }

  func close() async {
    for connection in connections { await connection.close() }
  }

  /// The first 64 bits of a hash of its name: two locks do not collide.
  private func number(of lock: StoreLock) -> Int64 {
    let digest = Fingerprint.digest(of: Array("record lock \(schema) \(lock.key)".utf8))
    return digest.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }
}
