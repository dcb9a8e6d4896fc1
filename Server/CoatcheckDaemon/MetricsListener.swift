// SPDX-License-Identifier: Apache-2.0
import CoatcheckServer
import Logging

/// The listener for metrics, at an address and port of its own.
struct MetricsListener: Sendable {
  let metrics: PrometheusMetrics
  let place: ListeningPlace
  let logger: Logger

  /// Serves them until it is cancelled.
  func run() async throws {
    try await HTTPListener(host: place.host, port: place.port, logger: logger)
      .run(
        until: .onCancellation,
        listening: {
          Standard.error("metrics at http://\(ListeningPlace(host: place.host, port: $0))/metrics")
        },
        responder: { _ in MetricsPage(metrics).respond })
  }
}
