// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes

/// Answers `GET /metrics`, and nothing else. It belongs on a listener of its own: how the server is used is
/// for the operator alone.
public struct MetricsPage: Sendable {
  private let metrics: PrometheusMetrics

  /// A page of these metrics.
  public init(_ metrics: PrometheusMetrics) { self.metrics = metrics }

  /// Answers one request.
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
    let text = request.head.method == .head ? "" : metrics.text() + ProcessMetrics.text()
    return ServedResponse(head: head, body: Data(text.utf8))
  }
}
