// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import Synchronization

/// The one place where SIGHUP arrives. Parts that read something again when it does register here.
///
/// From the moment it is made the signal no longer ends the process. Two signals that come while an action runs
/// are one.
actor HangUps {
  /// What is done, in the order of registration. An action reports its own errors.
  typealias Action = @Sendable () async -> Void

  private var actions: [Action] = []
  private let signals: AsyncStream<Void>
  private let source: Mutex<any DispatchSourceSignal>

  init() {
    let (signals, noted) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    // The default action would come before the source.
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
