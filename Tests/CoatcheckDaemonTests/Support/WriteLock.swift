// SPDX-License-Identifier: Apache-2.0
import GRDB
import TestKit

/// Holds the lock by which one process at a time writes to an SQLite file.
final class WriteLock: Sendable {
  private let queue: DatabaseQueue

  /// Takes the lock of a daemon's database.
  init(in folder: String) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    configuration.busyMode = .timeout(10)
    queue = try DatabaseQueue(path: folder + "/d.sqlite", configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
  }

  /// Releases the lock.
  func release() throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try queue.close()
  }
}
