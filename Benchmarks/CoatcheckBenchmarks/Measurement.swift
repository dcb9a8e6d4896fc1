// SPDX-License-Identifier: Apache-2.0
import CoatcheckOAuth
import Foundation

/// The times of one piece of work over several rounds, in nanoseconds per call, or other numbers of rounds.
struct Measurement {
  let name: String
  private(set) var rounds: [Double] = []

  init(_ name: String) { self.name = name }

  mutating func add(_ nanoseconds: Double) { rounds.append(nanoseconds) }

  var best: Double { rounds.min() ?? .nan }

  var median: Double { percentile(50) }

  /// The time that this percentage of the rounds does not exceed.
  func percentile(_ percent: Double) -> Double {
    let sorted = rounds.sorted()
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(Int(Double(sorted.count) * percent / 100), sorted.count - 1)]
  }

  var line: String {
    let (best, median) = (format(best), format(median))
    return
      "  \(name.padding(toLength: 44, withPad: " ", startingAt: 0)) best \(best) ns, median \(median) ns"
  }

  /// A line with best, median and 99th percentile in milliseconds.
  var latencyLine: String {
    let numbers = [best, median, percentile(99)].map { String(format: "%8.3f", $0 / 1e6) }
    return
      "  \(name.padding(toLength: 44, withPad: " ", startingAt: 0)) best \(numbers[0]) ms, "
      + "p50 \(numbers[1]) ms, p99 \(numbers[2]) ms"
  }

  private func format(_ value: Double) -> String { String(format: "%9.1f", value) }
}

/// Seconds on a clock with a resolution of nanoseconds; that of `RuntimeEnvironment.live` has 4 ms.
func wallTime() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

/// Seconds of processor time of this process.
func processorTime() -> Double { Double(clock()) / 1e6 }

/// One line that compares two measurements, by best and by median.
func ratio(_ one: Measurement, to other: Measurement, wanted: String) -> String {
  let values = (one.best / other.best, one.median / other.median)
  return "  " + String(format: "ratio %.2f by best, %.2f by median", values.0, values.1)
    + " (wanted: \(wanted))"
}
