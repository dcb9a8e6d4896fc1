// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization

/// Ctrl-C and SIGTERM, from the moment this is made.
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
        // There, the default action comes before the source unless it is switched off.
        signal(number, SIG_IGN)
      #endif
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { noted.yield() }
      source.activate()
      return source
    }
    self.sources = Mutex(sources)
  }

  /// Waits for the first of them.
  func first() async {
    for await _ in received { return }
  }
}
