// SPDX-License-Identifier: Apache-2.0
public import Logging
import Synchronization

/// The log of a server or client, with all levels.
public final class CapturedLog: Sendable {
  /// One line.
  public struct Line: Sendable {
    /// The level.
    public let level: Logger.Level
    /// The message: the name of an audit event, or a sentence.
    public let message: String
    /// The metadata.
    public let details: [String: String]
    /// The message and the metadata as one text.
    public let text: String
  }

  private let entries = Mutex<[Line]>([])

  /// An empty log.
  public init() {}

  /// The lines, oldest first.
  public var lines: [Line] { entries.withLock { $0 } }

  /// Each line as one text.
  public var all: [String] { lines.map(\.text) }

  /// Whether an audit event of this name was logged.
  public func has(_ event: String) -> Bool { lines.contains { $0.message == event } }

  /// A logger that writes here.
  public var logger: Logger { Logger(label: "captured") { _ in Handler(log: self) } }

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
      let line = Line(
        level: event.level, message: "\(event.message)", details: all.mapValues { "\($0)" },
        text: "\(event.message) \(all)")
      log.entries.withLock { $0.append(line) }
    }
  }
}
