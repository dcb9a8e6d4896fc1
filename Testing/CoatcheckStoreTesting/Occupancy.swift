// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the tasks that are inside a critical section.
final class Occupancy: Sendable {
  private let count = Mutex((now: 0, most: 0, total: 0))

  /// The maximum number of tasks that were inside at the same time.
  var most: Int { count.withLock { $0.most } }
  /// The number of tasks that have been inside.
  var total: Int { count.withLock { $0.total } }

  func enter() {
    count.withLock { count in
      count.now += 1
      count.total += 1
      count.most = max(count.most, count.now)
    }
  }

  func leave() { count.withLock { $0.now -= 1 } }
}

/// Holds each caller until it is opened, and reports when a caller has arrived.
///
/// A waiting task continues when it is cancelled, so that a failing check ends.
final class Barrier: Sendable {
  private let arrival = AsyncStream<Void>.makeStream()
  private let opening = AsyncStream<Void>.makeStream()

  func pass() async {
    arrival.continuation.finish()
    for await _ in opening.stream {}
  }

  func arrived() async { for await _ in arrival.stream {} }
  func open() { opening.continuation.finish() }
}

/// Records numbers in the order in which they are added.
final class Record: Sendable {
  private let list = Mutex<[Int]>([])

  var numbers: [Int] { list.withLock(\.self) }
  func add(_ number: Int) { list.withLock { $0.append(number) } }
}
