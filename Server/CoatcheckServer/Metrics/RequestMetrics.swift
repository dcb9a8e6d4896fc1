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
  /// An endpoint, and the first digit of the status codes.
  private struct Responses: Hashable, Sendable {
    let endpoint: String
    let digit: Int
  }

  private let factory: any MetricsFactory
  // A series is looked up by its labels once, not for each request.
  private let responses = Mutex<[Responses: Counter]>([:])
  private let durations = Mutex<[String: CoreMetrics.Timer]>([:])
  private let events = Mutex<[AuditEvent.Name: Counter]>([:])

  /// - Parameter factory: Receives the metrics; nil for the factory of the program.
  init(factory: (any MetricsFactory)?) { self.factory = factory ?? MetricsSystem.factory }

  /// Records a response.
  ///
  /// - Parameters:
  ///   - endpoint: The path of the route; nil without one.
  ///   - status: The status code.
  ///   - time: The duration.
  func record(_ endpoint: String?, status: Int, after time: Duration) {
    let endpoint = endpoint ?? "other"
    let digit = status / 100
    Self.series(Responses(endpoint: endpoint, digit: digit), in: responses) {
      Counter(
        label: "coatcheck_server_requests",
        dimensions: [("endpoint", endpoint), ("status", "\(digit)xx")], factory: factory)
    }.increment()
    let parts = time.components
    Self.series(endpoint, in: durations) {
      CoreMetrics.Timer(
        label: "coatcheck_server_request_duration", dimensions: [("endpoint", endpoint)],
        factory: factory)
    }.recordNanoseconds(parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000)
  }

  /// Counts an event of the audit log.
  func count(_ event: AuditEvent.Name) {
    Self.series(event, in: events) {
      Counter(
        label: "coatcheck_server_events", dimensions: [("event", event.rawValue)],
        factory: factory)
    }.increment()
  }

  private static func series<Key: Hashable & Sendable, Series: Sendable>(
    _ key: Key, in known: borrowing Mutex<[Key: Series]>, _ make: () -> Series
  ) -> Series {
    if let series = known.withLock({ $0[key] }) { return series }
    // Two requests may make it at once: a factory returns the same series for the same labels.
    let new = make()
    known.withLock { $0[key] = new }
    return new
  }
}
