// SPDX-License-Identifier: Apache-2.0
import Logging
import Synchronization

/// How much is logged: one value for all loggers that were made with it, which changes while they are in use.
final class LogLevel: Sendable {
  private let state: Mutex<Logger.Level>

  init(_ level: Logger.Level) { state = Mutex(level) }

  var value: Logger.Level { state.withLock { $0 } }

  func change(to level: Logger.Level) { state.withLock { $0 = level } }
}
