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

  /// How the process shall end, if a signal asked it to.
  var status: ExitStatus? { received.withLock { $0 }.map(ExitStatus.init(signal:)) }

  /// Nothing is watched for yet; only a reader that goes away is, from now on, an error of the write and
  /// not the death of the process.
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
      // Until then a signal ends the process by its default action, so nothing has begun by then.
      for await _ in watched.prefix(signals.count) {}
      return try await body()
    }
    let queue = DispatchQueue(label: "coatcheck.signals")
    let sources = signals.map { number in
      #if canImport(Darwin)
        // There, the default action comes before the source unless it is switched off.
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
