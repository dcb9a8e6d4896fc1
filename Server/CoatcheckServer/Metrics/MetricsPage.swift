// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes

/// The page `/metrics` for Prometheus, and nothing else. Serve it on a listener of its own, which only the
/// operator reaches.
public struct MetricsPage: Sendable {
  private let metrics: PrometheusMetrics

  /// Creates the page.
  ///
  /// - Parameter metrics: The metrics to show, besides those of the process.
  public init(_ metrics: PrometheusMetrics) { self.metrics = metrics }

  /// Responds to one request: with the metrics for `GET` or `HEAD` of `/metrics`, with 404 or 405
  /// otherwise.
  @Sendable
  public func respond(to request: ServedRequest) async -> ServedResponse {
    guard request.path == "/metrics" else { return .text(.notFound, "Not found.") }
    guard [.get, .head].contains(request.head.method) else {
      var response = ServedResponse.text(.methodNotAllowed, "Not here.")
      response.head.headerFields[.allow] = "GET, HEAD"
      return response
    }
    var head = HTTPResponse(status: .ok)
    head.headerFields[.contentType] = PrometheusMetrics.mediaType
    return ServedResponse(head: head, body: Data((metrics.text() + ProcessMetrics.text()).utf8))
  }
}
