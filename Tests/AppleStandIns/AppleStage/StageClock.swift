// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A clock that a test does not wait for: a short sleep moves it, and a long one, which is a deadline, ends
/// when the test says so.
public final class StageClock: @unchecked Sendable {
  /// What is longer than this is a deadline.
  private static let longest = Duration.seconds(10)

  private let lock = NSLock()
  private var time = Duration.zero
  private var deadlines: [UUID: AsyncStream<Void>.Continuation] = [:]

  /// The time since the device was started.
  public var now: Duration {
    lock.lock()
    defer { lock.unlock() }
    return time
  }

  /// Waits; throws `CancellationError` when the task is cancelled.
  public func sleep(_ duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > Self.longest else {
      advance(by: duration)
      await Task.yield()
      return
    }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let id = UUID()
    park(id, continuation)
    defer { unpark(id) }
    for await _ in stream { return }
    throw CancellationError()
  }

  /// Moves the clock.
  public func advance(by duration: Duration) {
    lock.lock()
    defer { lock.unlock() }
    time += duration
  }

  /// Ends the deadlines that are waited for, and waits until there is one.
  public func expireDeadline() async {
    while !Task.isCancelled {
      let waiting = parked
      if !waiting.isEmpty { return waiting.forEach { $0.yield() } }
      await Task.yield()
    }
  }

  private var parked: [AsyncStream<Void>.Continuation] {
    lock.lock()
    defer { lock.unlock() }
    return Array(deadlines.values)
  }

  private func park(_ id: UUID, _ continuation: AsyncStream<Void>.Continuation) {
    lock.lock()
    defer { lock.unlock() }
    deadlines[id] = continuation
  }

  private func unpark(_ id: UUID) {
    lock.lock()
    defer { lock.unlock() }
    deadlines[id] = nil
  }
}
