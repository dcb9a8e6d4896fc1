// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoreMetrics

/// The metrics of a server.
///
/// | name | kind | counts |
/// |---|---|---|
/// | `coatcheck_server_requests` | counter | responses, by `endpoint` and the class of their `status` |
/// | `coatcheck_server_request_duration` | timer | from the request to the response, by `endpoint` |
/// | `coatcheck_server_events` | counter | audit events, by `event` |
///
/// An endpoint is a path of the route table, or `other`. No text of a peer becomes a label: otherwise a
/// peer could fill the memory with new labels.
struct RequestMetrics: Sendable {
  private let factory: any MetricsFactory

  /// - Parameter factory: Receives the metrics; nil for the factory of the program.
  init(factory: (any MetricsFactory)?) { self.factory = factory ?? MetricsSystem.factory }

  /// Records a response.
  ///
  /// - Parameters:
  ///   - endpoint: The path of the route; nil without one.
  ///   - status: The status code.
  ///   - time: The duration.
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
