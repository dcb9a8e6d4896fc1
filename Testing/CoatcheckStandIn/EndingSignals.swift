// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization

/// Receives SIGINT (Ctrl-C) and SIGTERM, from its creation on.
final class EndingSignals: Sendable {
  private let sources: Mutex<[any DispatchSourceSignal]>
  private let received: AsyncStream<Void>

  init() {
    let (received, noted) = AsyncStream.makeStream(of: Void.self)
    self.received = received
    signal(SIGPIPE, SIG_IGN)
    let queue = DispatchQueue(label: "coatcheck-standin.signals")
    let sources = [SIGINT, SIGTERM].map { number in
      #if canImport(Darwin)
        // On this platform the default action runs first unless the signal is ignored.
        signal(number, SIG_IGN)
      #endif
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { noted.yield() }
      source.activate()
      return source
    }
    self.sources = Mutex(sources)
  }

  /// Waits for the first signal.
  func first() async {
    for await _ in received { return }
  }
}
