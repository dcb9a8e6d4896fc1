// SPDX-License-Identifier: Apache-2.0
import InMemoryTracing
import Tracing

/// Prints spans with their attributes, status, events and errors.
enum PrintedSpans {
  static func show(_ span: FinishedInMemorySpan) {
    var attributes: [String] = []
    span.attributes.forEach { name, value in attributes.append("\(name)=\(value)") }
    Show.line(
      "span \(span.operationName) \(attributes.sorted()) "
        + "\(span.status.map { "\($0)" } ?? "") \(span.events) \(span.errors)")
  }
}
