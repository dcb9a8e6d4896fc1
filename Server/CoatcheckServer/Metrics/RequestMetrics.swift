// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import CoreMetrics
import Synchronization

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
final class RequestMetrics: Sendable {
  /// The series of the endpoints, which are looked up by their labels once, not for each request.
  private struct Series {
    /// By the endpoint.
    var durations: [String: CoreMetrics.Timer] = [:]
    /// By the endpoint, and the first digit of the status code.
    var responses: [String: [Int: Counter]] = [:]
  }

  private let factory: any MetricsFactory
  private let series = Mutex(Series())

  /// - Parameter factory: Receives the metrics; nil for the factory of the program.
  init(factory: (any MetricsFactory)?) { self.factory = factory ?? MetricsSystem.factory }

  /// Records a response.
  ///
  /// - Parameters:
  ///   - endpoint: The path of the route; nil without one.
  ///   - status: The status code.
  ///   - time: The duration.
  func record(_ endpoint: String?, status: Int, after time: Duration) {
    let name = endpoint ?? "other"
    responses(of: name, status / 100).increment()
    let parts = time.components
    duration(of: name).recordNanoseconds(
      parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
  }

  private func responses(of endpoint: String, _ digit: Int) -> Counter {
    series.withLock { series in
      if let known = series.responses[endpoint]?[digit] { return known }
      let new = Counter(
        label: "coatcheck_server_requests",
        dimensions: [("endpoint", endpoint), ("status", "\(digit)xx")], factory: factory)
      series.responses[endpoint, default: [:]][digit] = new
      return new
    }
  }

  private func duration(of endpoint: String) -> CoreMetrics.Timer {
    series.withLock { series in
      if let known = series.durations[endpoint] { return known }
      let new = CoreMetrics.Timer(
        label: "coatcheck_server_request_duration", dimensions: [("endpoint", endpoint)],
        factory: factory)
      series.durations[endpoint] = new
      return new
    }
  }

  /// Counts an event of the audit log.
  func count(_ event: AuditEvent.Name) {
    Counter(
      label: "coatcheck_server_events", dimensions: [("event", event.rawValue)], factory: factory
    ).increment()
  }
}
