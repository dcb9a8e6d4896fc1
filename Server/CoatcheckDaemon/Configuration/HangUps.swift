// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization

/// Receives SIGHUP, and runs the registered actions, which read files again.
///
/// Once it is initialized, the signal no longer ends the process. Several signals while an action runs
/// count as one.
actor HangUps {
  /// An action, which reports its own errors. Actions run in the order of registration.
  typealias Action = @Sendable () async -> Void

  private var actions: [Action] = []
  private let signals: AsyncStream<Void>
  private let source: Mutex<any DispatchSourceSignal>

  init() {
    let (signals, noted) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    // The default action, which ends the process, would run before the source.
    signal(SIGHUP, SIG_IGN)
    let source = DispatchSource.makeSignalSource(
      signal: SIGHUP, queue: DispatchQueue(label: "coatcheckd.hang-ups"))
    source.setEventHandler { noted.yield() }
    source.activate()
    self.source = Mutex(source)
  }

  /// Adds an action, for all signals from now on.
  func register(_ action: @escaping Action) { actions.append(action) }

  /// Runs the actions, one after the other, each time the signal comes; until it is cancelled.
  func run() async {
    for await _ in signals {
      for action in actions { await action() }
    }
  }
}
