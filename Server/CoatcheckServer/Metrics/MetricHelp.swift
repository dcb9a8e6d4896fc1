// SPDX-License-Identifier: Apache-2.0

/// What the metrics of a server count, for their `# HELP` lines.
///
/// "HELP lines may contain any sequence of UTF-8 characters (after the metric name)".
/// [Comments, help text, and type information](https://prometheus.io/docs/instrumenting/exposition_formats/#comments-help-text-and-type-information)
enum MetricHelp {
  private static let texts = [
    "coatcheck_server_requests_total": "Responses, by endpoint and class of the status code.",
    "coatcheck_server_request_duration_seconds": "Time from the request to the response.",
    "coatcheck_server_events_total": "Audit events, by event.",
    "process_cpu_seconds_total": "Processor time of the process, user and system.",
    "process_open_fds": "Open file descriptors of the process.",
    "process_resident_memory_bytes": "Resident memory of the process.",
    "process_virtual_memory_bytes": "Virtual memory of the process.",
  ]

  /// The `# HELP` line of a metric; empty for one that the server does not define.
  static func line(_ name: String) -> String {
    texts[name].map { "# HELP \(name) \($0)\n" } ?? ""
  }
}
