// SPDX-License-Identifier: Apache-2.0
import CoreMetrics
import Synchronization

/// One time series of the metrics: a number or a distribution.
protocol MetricSeries: AnyObject, Sendable {
  /// Its type in the `# TYPE` line.
  static var type: String { get }
  /// Its lines in the text format.
  ///
  /// - Parameters:
  ///   - name: The name of the metric.
  ///   - labels: The labels in the text format, without the braces; empty without labels.
  func lines(_ name: String, _ labels: String) -> String
}

extension MetricSeries {
  /// One line: a name, its labels between braces, and a value.
  fileprivate func line(_ name: String, _ labels: String, _ value: some Numeric) -> String {
    "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
  }
}

/// A counter.
final class CounterSeries: MetricSeries, CounterHandler {
  static let type = "counter"
  private let value = Atomic<Int64>(0)

  func increment(by amount: Int64) { value.add(amount, ordering: .relaxed) }
  func reset() { value.store(0, ordering: .relaxed) }

  func lines(_ name: String, _ labels: String) -> String {
    line(name, labels, value.load(ordering: .relaxed))
  }
}

/// A gauge.
final class GaugeSeries: MetricSeries, RecorderHandler {
  static let type = "gauge"
  private let value = Mutex(0.0)

  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) { self.value.withLock { $0 = value } }

  func lines(_ name: String, _ labels: String) -> String {
    line(name, labels, value.withLock { $0 })
  }
}

/// A histogram of durations.
final class DurationSeries: MetricSeries, TimerHandler {
  static let type = "histogram"
  /// The upper bounds of the buckets, in seconds: from a response from memory to one that waits for the
  /// password hasher.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  private struct Counts {
    var below = [Int](repeating: 0, count: DurationSeries.bounds.count)
    var all = 0
    var nanoseconds: Int64 = 0
  }

  private let counts = Mutex(Counts())

  func recordNanoseconds(_ duration: Int64) {
    let seconds = Double(duration) / 1e9
    let first = Self.bounds.firstIndex { seconds <= $0 }
    counts.withLock { counts in
      if let first { counts.below[first] += 1 }
      counts.all += 1
      counts.nanoseconds += duration
    }
  }

  func lines(_ name: String, _ labels: String) -> String {
    let counts = counts.withLock { $0 }
    let before = labels.isEmpty ? "" : labels + ","
    var sum = 0
    var text = ""
    // "Buckets are cumulative": https://prometheus.io/docs/instrumenting/exposition_formats/#histograms-and-summaries
    for (bound, count) in zip(Self.bounds, counts.below) {
      sum += count
      text += line(name + "_bucket", "\(before)le=\"\(bound)\"", sum)
    }
    text += line(name + "_bucket", before + "le=\"+Inf\"", counts.all)
    text += line(name + "_sum", labels, Double(counts.nanoseconds) / 1e9)
    text += line(name + "_count", labels, counts.all)
    return text
  }
}
