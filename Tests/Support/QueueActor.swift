// SPDX-License-Identifier: Apache-2.0
import Dispatch

/// An actor with a queue of its own, so that its code can tell whether it runs there.
public actor QueueActor {
  private final class Executor: SerialExecutor {
    let queue = DispatchQueue(label: "queue-actor")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private nonisolated static let mark = DispatchSpecificKey<Bool>()
  private let executor = Executor()

  /// Its queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// An actor with a new queue.
  public init() {
    executor.queue.setSpecific(key: Self.mark, value: true)
  }

  /// Whether the code that asks runs on this actor's queue. Only code of this actor can ask, if the compiler is right.
  public var isHere: Bool { DispatchQueue.getSpecific(key: Self.mark) == true }
}
