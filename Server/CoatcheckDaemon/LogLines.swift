// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Logging

/// Writes each event of the log as one line, whatever stands in it.
///
/// A name from a form may hold line ends, quotes and the control codes of terminals. In
/// neither form can it begin another line, nor look like another field.
struct LogLines: LogHandler {
  /// How a line is written.
  enum Form: String {
    /// `2026-11-21T20:06:01Z info login_failed user=unknown`: for users.
    case text
    /// `{"time":"2026-11-21T20:06:01Z","level":"info","message":"login_failed","user":"unknown"}`.
    case json
  }

  let form: Form
  let write: @Sendable (String) -> Void
  var metadata = Logger.Metadata()
  var metadataProvider: Logger.MetadataProvider?
  /// The level of this handler; the level that all handlers share, unless it is set.
  var logLevel: Logger.Level {
    get { ownLevel ?? level.value }
    set { ownLevel = newValue }
  }
  private let level: LogLevel
  /// Such as `2026-11-21T20:06:01Z`.
  private let time: ClockText
  private var ownLevel: Logger.Level?

  init(
    _ form: Form, level: LogLevel, now: @escaping @Sendable () -> Date,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.form = form
    self.level = level
    time = ClockText(now) { $0.formatted(.iso8601) }
    self.write = write
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    // Most loggers have no metadata of their own: the fields of the event need no copy then.
    if let own = event.metadata { all = all.isEmpty ? own : all.merging(own) { $1 } }
    let fields = all.map { ($0.key, $0.value.description) }.sorted { $0.0 < $1.0 }
    write(line(event.level, event.message.description, fields))
  }

  private func line(
    _ level: Logger.Level, _ message: String, _ fields: [(name: String, value: String)]
  ) -> String {
    let time = time.text()
    switch form {
    case .text:
      var line = "\(time) \(level.rawValue) \(Self.bare(message))"
      for (name, value) in fields {
        line += " "
        line += Self.bare(name)
        line += "="
        line += Self.value(value)
      }
      return line
    case .json:
      var object: JSONObject = [
        "time": .string(time), "level": .string(level.rawValue), "message": .string(message),
      ]
      // Metadata never replaces the members time, level and message.
      for (name, value) in fields where object[name] == nil { object[name] = .string(value) }
      return Self.json(String(decoding: object.serialized(), as: UTF8.self))
    }
  }

  /// A value, in quotes unless it is one plain word.
  private static func value(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x22 && $0 != 0x3D && $0 != 0x5C }
    guard !isPlain else { return text }
    let escaped = text.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
    return "\"\(bare(escaped))\""
  }

  /// Escapes what could control a terminal: JSON itself requires escapes only below U+0020.
  private static func json(_ text: String) -> String {
    rewritten(text) { scalar in
      String(scalar).utf16.map { "\\u" + String(UInt32($0) | 0x10000, radix: 16).dropFirst() }
        .joined()
    }
  }

  /// Escapes what could end the line or control a terminal.
  private static func bare(_ text: String) -> String {
    rewritten(text) { "\\u{\(String($0.value, radix: 16))}" }
  }

  private static func rewritten(
    _ text: String, _ escape: (Unicode.Scalar) -> String
  ) -> String {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
    var rewritten = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        rewritten += escape(scalar)
      default: rewritten.unicodeScalars.append(scalar)
      }
    }
    return rewritten
  }
}
