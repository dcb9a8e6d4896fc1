// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Runs the task of a connection on the event loop of that connection, so that a request that waits for
/// nothing is served without a change of threads.
///
/// Slow work must not run on it, because other connections wait: password hashes and writes have their own
/// threads.
final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
