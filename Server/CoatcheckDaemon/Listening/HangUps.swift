// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation

/// The signals by which an operator asks a program to read its files again.
///
/// As long as there is a value, SIGHUP does not end the process.
final class HangUps {
  private let signals: AsyncStream<Void>
  private let source: any DispatchSourceSignal

  init() {
    let (signals, received) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    signal(SIGHUP, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
    source.setEventHandler { received.yield() }
    source.resume()
    self.signals = signals
  }

  deinit { source.cancel() }

  /// Reacts to each SIGHUP, until the task is cancelled. Two that come at once may be one.
  func forEach(_ react: () -> Void) async {
    for await _ in signals { react() }
  }
}
