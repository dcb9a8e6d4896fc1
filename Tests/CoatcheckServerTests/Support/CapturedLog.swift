// SPDX-License-Identifier: Apache-2.0
import TestKit

/// Everything a server logged, at the most talkative level.
final class CapturedLog: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  /// Whether an audit event of this name was logged.
  func has(_ event: String) -> Bool { all.contains { $0.hasPrefix(event + " ") } }

  var logger: Logger { Logger(label: "captured") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: CapturedLog
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      log.lines.withLock { $0.append("\(event.message) \(all)") }
    }
  }
}
