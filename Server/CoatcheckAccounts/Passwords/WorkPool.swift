// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Synchronization

/// Runs slow work on its own threads. A limited number of jobs waits; further jobs are refused.
final class WorkPool: Sendable {
  private struct Job: Sendable {
    let id: Int
    /// The owner of the job; nil for the program itself.
    let owner: WorkOwner?
    /// Does the work, and returns a function that resumes the caller.
    let run: @Sendable () -> @Sendable () -> Void
    let refuse: @Sendable (AccountError) -> Void
  }

  private struct State {
    var lastID = 0
    var idle: [DispatchQueue]
    var waiting: [Job] = []
    var shares: WorkShares
    var figures = (admitted: 0, turnedAway: 0, done: 0)
    var running = (now: 0, most: 0)
  }

  private enum Place {
    case starts(on: DispatchQueue)
    case waits
    case refused
  }

  private let capacity: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - workers: The number of jobs that run at once, 1 at least.
  ///   - queue: The maximum number of jobs that wait.
  init(workers: Int, queue: Int) {
    capacity = max(queue, 0)
    // Serial queues have their own threads. A concurrent queue would share the threads that run tasks, so
    // that two hashes on a machine with two cores would block all other work.
    let idle = (1...max(workers, 1)).map { DispatchQueue(label: "coatcheck.passwords.\($0)") }
    state = Mutex(
      State(idle: idle, shares: WorkShares(workers: idle.count, queue: max(queue, 0))))
  }

  /// The number of jobs that were admitted, to run or to wait.
  var admitted: Int { state.withLock { $0.figures.admitted } }
  /// The number of jobs that were refused.
  var turnedAway: Int { state.withLock { $0.figures.turnedAway } }
  /// The number of jobs that have run.
  var done: Int { state.withLock { $0.figures.done } }

  /// The maximum number of jobs that ran at once.
  var maximumConcurrent: Int { state.withLock { $0.running.most } }

  /// Runs the work when a worker is free.
  ///
  /// - Parameters:
  ///   - owner: The owner of the job, which has a limited share; nil for the program itself, which has
  ///     none.
  ///   - work: The work.
  /// - Throws: `busy` when too many wait, or too many of this owner; `cancelled` when the task is cancelled before its turn.
  func run<R: Sendable>(
    for owner: WorkOwner? = nil, _ work: @escaping @Sendable () throws(AccountError) -> R
  ) async throws(AccountError) -> R {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let result: Result<R, AccountError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = Job(
          id: id, owner: owner,
          run: {
            let result = Result(catching: work)
            return { continuation.resume(returning: result) }
          },
          refuse: { continuation.resume(returning: .failure($0)) })
        if Task.isCancelled { return job.refuse(Self.cancelled) }
        admit(job)
      }
    } onCancel: {
      withdraw(id)
    }
    return try result.get()
  }

  private func admit(_ job: Job) {
    let place: Place = state.withLock { state in
      let runs = !state.idle.isEmpty && state.shares.mayRun(job.owner)
      guard runs || state.waiting.count < capacity, state.shares.admits(job.owner) else {
        state.figures.turnedAway += 1
        return .refused
      }
      state.figures.admitted += 1
      state.shares.take(job.owner)
      if runs, let worker = state.idle.popLast() {
        state.shares.start(job.owner)
        return .starts(on: worker)
      }
      state.waiting.append(job)
      return .waits
    }
    switch place {
    case .starts(let worker): worker.async { self.work(from: job, on: worker) }
    case .waits: break
    case .refused:
      job.refuse(AccountError(.busy, "too many passwords wait to be checked; try again"))
    }
  }

  /// Runs a job and then waiting jobs, until no waiting job may run.
  private func work(from first: Job, on worker: DispatchQueue) {
    var next: Job? = first
    while let job = next {
      state.withLock { state in
        state.running.now += 1
        state.running.most = max(state.running.most, state.running.now)
      }
      let answer = job.run()
      next = state.withLock { state in
        state.running.now -= 1
        state.figures.done += 1
        state.shares.finish(job.owner)
        guard let index = state.shares.next(of: state.waiting.map(\.owner)) else {
          state.idle.append(worker)
          return nil
        }
        let next = state.waiting.remove(at: index)
        state.shares.start(next.owner)
        return next
      }
      // Last, so that the worker is free when the caller resumes.
      answer()
    }
  }

  private func withdraw(_ id: Int) {
    let job: Job? = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      let job = state.waiting.remove(at: index)
      state.shares.leave(job.owner)
      return job
    }
    job?.refuse(Self.cancelled)
  }

  private static var cancelled: AccountError {
    AccountError(.cancelled, "the password was not checked: its caller was cancelled")
  }
}
