// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts who is inside.
final class Occupancy: Sendable {
  private let count = Mutex((now: 0, most: 0, total: 0))

  /// How many were inside at the same time at most.
  var most: Int { count.withLock { $0.most } }
  /// How many have been inside.
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

/// Numbers in the order in which they came.
final class Record: Sendable {
  private let list = Mutex<[Int]>([])

  var numbers: [Int] { list.withLock(\.self) }
  func add(_ number: Int) { list.withLock { $0.append(number) } }
}
