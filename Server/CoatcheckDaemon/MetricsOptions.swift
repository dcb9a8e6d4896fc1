// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CoatcheckServer
import Logging

/// Where the metrics of the server are read, if anywhere.
struct MetricsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Serve Prometheus metrics at http://ADDRESS:PORT/metrics, apart from everything else.",
      valueName: "address:port"))
  var metrics: String?

  func validate() throws { _ = try place() }

  /// The host and the port; nil when metrics are off.
  func place() throws -> (host: String, port: Int)? {
    guard let metrics else { return nil }
    let refusal = ValidationError(
      "--metrics is an address and a port, such as 127.0.0.1:9464 or [::1]:9464")
    guard let colon = metrics.lastIndex(of: ":"),
      let port = Int(metrics[metrics.index(after: colon)...]), (0...65535).contains(port)
    else { throw refusal }
    var host = metrics[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw refusal
    }
    guard !host.isEmpty else { throw refusal }
    return (String(host), port)
  }

  /// Serves them until it is cancelled.
  static func serve(
    _ metrics: PrometheusMetrics, at place: (host: String, port: Int), logger: Logger
  ) async throws {
    try await HTTPListener(host: place.host, port: place.port, logger: logger)
      .run(
        until: .onCancellation,
        listening: {
          let host = place.host.contains(":") ? "[\(place.host)]" : place.host
          Standard.error("metrics at http://\(host):\($0)/metrics")
        },
        responder: { _ in MetricsPage(metrics).respond })
  }
}
