// SPDX-License-Identifier: Apache-2.0
import Dispatch

/// An actor with a queue of its own, so that code can tell whether it runs there.
public actor QueueActor {
  private final class Executor: SerialExecutor {
    static let mark = DispatchSpecificKey<ObjectIdentifier>()
    let queue = DispatchQueue(label: "queue-actor")

    init() { queue.setSpecific(key: Self.mark, value: ObjectIdentifier(self)) }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private nonisolated let executor = Executor()

  /// Its queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// An actor with a new queue.
  public init() {}

  /// Whether the calling code runs on this actor's queue.
  public nonisolated var isHere: Bool {
    DispatchQueue.getSpecific(key: Executor.mark) == ObjectIdentifier(executor)
  }
}
