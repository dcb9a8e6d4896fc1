// SPDX-License-Identifier: Apache-2.0
import CoatcheckCommand
import Dispatch
import Foundation
import Synchronization

/// Ctrl-C and SIGTERM, turned into the cancellation of a task.
///
/// The first signal cancels the command: listeners close, a running refresh is finished and stored.
/// The second signal ends the process at once; the store stays consistent, because each of its files
/// is replaced atomically.
final class Interruption: Sendable {
  private let received = Mutex<Int32?>(nil)

  /// The exit status for the signal that was received; nil without one.
  var status: ExitStatus? { received.withLock { $0 }.map(ExitStatus.init(signal:)) }

  /// Does not watch for signals yet. From now on SIGPIPE is ignored: a write to a closed pipe fails, and
  /// does not end the process.
  init() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Runs `body`, and cancels it when the first signal arrives.
  func watch<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let signals = [SIGINT, SIGTERM]
    let (watched, watching) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      // Waits until all sources are registered. Before that a signal ends the process by its default
      // action.
      for await _ in watched.prefix(signals.count) {}
      return try await body()
    }
    let queue = DispatchQueue(label: "coatcheck.signals")
    let sources = signals.map { number in
      #if canImport(Darwin)
        // On Darwin the default action runs before the source, unless the signal is ignored.
        signal(number, SIG_IGN)
      #endif
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let isFirst = self.received.withLock { received in
          defer { received = received ?? number }
          return received == nil
        }
        guard isFirst else { _exit(ExitStatus(signal: number).rawValue) }
        task.cancel()
      }
      source.setRegistrationHandler { watching.yield() }
      source.activate()
      return source
    }
    defer { for source in sources { source.cancel() } }
    return try await task.value
  }
}
