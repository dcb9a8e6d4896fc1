// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoreMetrics

/// What a server counts and times.
///
/// | name | kind | counts |
/// |---|---|---|
/// | `coatcheck_server_requests` | counter | answers, by `endpoint` and the class of their `status` |
/// | `coatcheck_server_request_duration` | timer | from having the request to having the answer, by `endpoint` |
/// | `coatcheck_server_events` | counter | audit events, by `event` |
///
/// An endpoint is a path of the server's own table, or `other`. Nothing that a peer sends becomes a
/// label: a peer that can invent labels fills the memory of all that keep them.
struct RequestMetrics: Sendable {
  private let factory: any MetricsFactory

  /// - Parameter factory: Where they go; nil for where the program's metrics go.
  init(factory: (any MetricsFactory)?) { self.factory = factory ?? MetricsSystem.factory }

  /// Notes an answer.
  ///
  /// - Parameters:
  ///   - endpoint: The path of its route; nil without one.
  ///   - status: Its status code.
  ///   - time: What it took.
  func record(_ endpoint: String?, status: Int, after time: Duration) {
    let endpoint = ("endpoint", endpoint ?? "other")
    Counter(
      label: "coatcheck_server_requests", dimensions: [endpoint, ("status", "\(status / 100)xx")],
      factory: factory
    ).increment()
    let parts = time.components
    Timer(
      label: "coatcheck_server_request_duration", dimensions: [endpoint], factory: factory
    ).recordNanoseconds(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
  }

  /// Counts an event of the audit log.
  func count(_ event: AuditEvent.Name) {
    Counter(
      label: "coatcheck_server_events", dimensions: [("event", event.rawValue)], factory: factory
    ).increment()
  }
}
