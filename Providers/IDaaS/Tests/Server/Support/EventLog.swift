// SPDX-License-Identifier: Apache-2.0
import TestKit

/// All that a server logged, at the lowest level.
final class EventLog: Sendable {
  /// One line.
  struct Line {
    let message: String
    let details: [String: String]
  }

  private let entries = Mutex<[Line]>([])

  var lines: [Line] { entries.withLock { $0 } }

  /// Each line as one text.
  var all: [String] { lines.map { "\($0.message) \($0.details)" } }

  /// Whether an audit event of this name was logged.
  func has(_ event: String) -> Bool { lines.contains { $0.message == event } }

  var logger: Logger { Logger(label: "events") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: EventLog
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      let line = Line(message: "\(event.message)", details: all.mapValues { "\($0)" })
      log.entries.withLock { $0.append(line) }
    }
  }
}
