// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// Runs the task of a connection on the event loop that reads and writes it, so that a request which waits for
/// nothing is answered without a change of threads.
///
/// What takes long must not run on it, since other connections wait: passwords and writes have threads of their own.
final class EventLoopExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
