// SPDX-License-Identifier: Apache-2.0
import Logging
import Synchronization

/// Everything a server logged.
final class CaptchaLog: Sendable {
  /// One line.
  struct Line {
    let message: String
    let details: [String: String]
  }

  private let lines = Mutex<[Line]>([])

  var all: [Line] { lines.withLock { $0 } }

  var logger: Logger { Logger(label: "captcha-log") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: CaptchaLog
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      let line = Line(message: "\(event.message)", details: all.mapValues { "\($0)" })
      log.lines.withLock { $0.append(line) }
    }
  }
}
