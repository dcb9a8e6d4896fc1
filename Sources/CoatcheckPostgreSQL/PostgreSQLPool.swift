// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization

/// A limited number of connections, each with a thread of its own, and the callers that wait for one.
/// A verb that was started runs to its end or its deadline, even if its caller is cancelled: a connection
/// never returns to the pool with an open transaction.
package final class PostgreSQLPool: Sendable {
  /// How a verb runs.
  package enum Kind: Sendable {
    /// It only reads: repeated when the connection breaks.
    case reading
    /// It is one statement that changes rows.
    case statement
    /// It is a transaction: repeated when nothing of it took effect.
    case transaction
  }

  private struct Job: Sendable {
    let begun: ContinuousClock.Instant
    let run: @Sendable (PooledConnection) -> Void
    let refuse: @Sendable (PostgreSQLFailure) -> Void
  }

  private struct State {
    var idle: [PooledConnection] = []
    var made = 0
    var waiting: [Job] = []
    var isTimed = false
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let place: PostgreSQLPlace
  private let state = Mutex(State())

  /// Creates a pool. It connects when it is used.
  package init(_ place: PostgreSQLPlace) { self.place = place }

  /// Runs a verb on a connection.
  ///
  /// - Throws: ``PostgreSQLFailure``, or what the verb throws.
  package func run<R: Sendable>(
    _ kind: Kind, _ verb: @escaping @Sendable (PostgreSQLConnection) throws -> R
  ) async -> Result<R, any Error> {
    await withCheckedContinuation { caller in
      add(
        Job(
          begun: .now,
          run: { [place] in caller.resume(returning: $0.run(kind, at: place, verb)) },
          refuse: { caller.resume(returning: .failure($0)) }))
    }
  }

  /// Refuses further verbs, and waits for those that run.
  package func close() async {
    let refused = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in refused { job.refuse(.closed) }
    await withCheckedContinuation { caller in
      let isDone = state.withLock { state in
        if state.idle.count == state.made { return true }
        state.closers.append(caller)
        return false
      }
      if isDone { caller.resume() }
    }
    for connection in state.withLock({ $0.idle }) { connection.close() }
  }

  private func add(_ job: Job) {
    enum Step {
      case run(PooledConnection)
      case wait(needsTimer: Bool)
      case refuse(PostgreSQLFailure)
    }
    let step: Step = state.withLock { state in
      if state.isClosed { return .refuse(.closed) }
      if let connection = state.idle.popLast() { return .run(connection) }
      if state.made < max(place.connections, 1) {
        state.made += 1
        return .run(PooledConnection(state.made))
      }
      guard state.waiting.count < place.queue else {
        return .refuse(.busy("too many callers wait for a connection"))
      }
      state.waiting.append(job)
      defer { state.isTimed = true }
      return .wait(needsTimer: !state.isTimed)
    }
    switch step {
    case .run(let connection): serve(connection, job)
    case .wait(let needsTimer): if needsTimer { scheduleTimer(since: job.begun) }
    case .refuse(let failure): job.refuse(failure)
    }
  }

  private func serve(_ connection: PooledConnection, _ first: Job) {
    connection.queue.async { [self] in
      var job: Job? = first
      while let now = job {
        now.run(connection)
        job = next(after: connection)
      }
    }
  }

  private func next(after connection: PooledConnection) -> Job? {
    let (job, closers) = state.withLock {
      state -> (Job?, [CheckedContinuation<Void, Never>]) in
      if !state.waiting.isEmpty { return (state.waiting.removeFirst(), []) }
      state.idle.append(connection)
      guard state.isClosed, state.idle.count == state.made else { return (nil, []) }
      defer { state.closers = [] }
      return (nil, state.closers)
    }
    for closer in closers { closer.resume() }
    return job
  }

  /// Schedules the refusal of the caller that has waited longest.
  private func scheduleTimer(since begun: ContinuousClock.Instant) {
    let left = begun + .seconds(place.waiting) - .now
    DispatchQueue.global().asyncAfter(deadline: .now() + left / .seconds(1)) { [weak self] in
      self?.refuseLate()
    }
  }

  /// Refuses callers that have waited too long.
  private func refuseLate() {
    let limit = Duration.seconds(place.waiting)
    let (late, next) = state.withLock { state in
      let now = ContinuousClock.now
      // The callers wait in the order in which they came.
      let count = state.waiting.prefix { now - $0.begun >= limit }.count
      let late = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(count)
      state.isTimed = !state.waiting.isEmpty
      return (late, state.waiting.first?.begun)
    }
    for job in late { job.refuse(.busy("no connection became free in time")) }
    if let next { scheduleTimer(since: next) }
  }
}
