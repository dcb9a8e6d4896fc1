// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The metrics of this process, under the standard names of the Prometheus client libraries.
///
/// [Process metrics](https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics).
enum ProcessMetrics {
  /// The metrics in Prometheus's text format, read from `/proc`; empty on systems without it.
  static func text() -> String {
    guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
      // The name of the process is in parentheses and can contain spaces.
      let rest = stat.lastIndex(of: ")").map({ stat[stat.index(after: $0)...] }),
      let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    else { return "" }
    let fields = rest.split(separator: " ").map { Double($0) ?? 0 }
    // proc_pid_stat(5) numbers the fields of the line; the third is the first behind the name.
    func field(_ number: Int) -> Double {
      fields.indices.contains(number - 3) ? fields[number - 3] : 0
    }
    let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
    let page = Double(sysconf(Int32(_SC_PAGESIZE)))
    return line("process_cpu_seconds_total", "counter", (field(14) + field(15)) / ticks)
      // Without the file for the directory itself, which is open while it is read.
      + line("process_open_fds", "gauge", Double(open.count - 1))
      + line("process_resident_memory_bytes", "gauge", field(24) * page)
      + line("process_virtual_memory_bytes", "gauge", field(23))
  }

  private static func line(_ name: String, _ type: String, _ value: Double) -> String {
    MetricHelp.line(name) + "# TYPE \(name) \(type)\n\(name) \(value)\n"
  }
}
