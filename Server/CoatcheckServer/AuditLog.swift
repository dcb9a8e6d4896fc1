// SPDX-License-Identifier: Apache-2.0
package import CoatcheckIssuer
package import Logging

/// Writes audit events to the log, one line each.
package struct AuditLog: Sendable {
  package let logger: Logger
  private let trail: AuditTrail?

  /// Creates a log.
  ///
  /// - Parameter trail: Stores the events as well; nil when they are not stored.
  package init(logger: Logger, trail: AuditTrail? = nil) {
    self.logger = logger
    self.trail = trail
  }

  package func record(_ event: AuditEvent) {
    trail?.note(event)
    var metadata = Logger.Metadata(minimumCapacity: event.details.count)
    for (name, value) in event.details { metadata[name] = "\(Self.line(value))" }
    logger.info("\(event.name.rawValue)", metadata: metadata)
  }

  /// Escapes a value: line breaks, which could forge a line, and characters that control a terminal.
  static func line(_ text: String) -> String {
    // The short path: almost all values are short visible ASCII.
    if text.utf8.count <= 200, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
    var line = ""
    for scalar in text.unicodeScalars.prefix(200) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
