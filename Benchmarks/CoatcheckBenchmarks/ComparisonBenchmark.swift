// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import Foundation

/// Whether the time of a comparison reveals where two secrets differ: Welch's t between secrets that differ
/// in their first byte and secrets that differ in their last, in random order. A plain comparison, which
/// does depend on it, shows that the measurement detects it.
enum ComparisonBenchmark {
  /// The times of one class, without those that an interruption made longer.
  private struct Samples {
    var values: [Double] = []

    /// The times without the slowest tenth.
    var kept: [Double] { Array(values.sorted().prefix(values.count * 9 / 10)) }

    static func welch(_ one: [Double], _ other: [Double]) -> Double {
      func moments(_ values: [Double]) -> (mean: Double, error: Double) {
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, squares / Double(values.count - 1) / Double(values.count))
      }
      let (left, right) = (moments(one), moments(other))
      return (left.mean - right.mean) / (left.error + right.error).squareRoot()
    }
  }

  static func run(samples: Int) {
    print("comparing secrets of 4 KiB, \(samples) times each: Welch's t of first byte against last")
    let right = [UInt8](repeating: 0x61, count: 4096)
    let constant = t(samples, right) { ConstantTime.equal($0, $1) }
    let plain = t(samples, right) { $0.elementsEqual($1) }
    print(String(format: "  ConstantTime.equal    %8.2f (wanted: below 4.5)", abs(constant)))
    print(String(format: "  a plain comparison    %8.2f (wanted: far above)", abs(plain)))
  }

  private static func t(
    _ count: Int, _ right: [UInt8], _ isEqual: ([UInt8], [UInt8]) -> Bool
  ) -> Double {
    var times = (Samples(), Samples())
    // One buffer for both classes, so that the address in memory makes no difference.
    var other = right
    var equal = 0
    while times.0.values.count < count || times.1.values.count < count {
      let isFirst = Bool.random()
      (other[0], other[right.count - 1]) = isFirst ? (0x60, 0x61) : (0x61, 0x60)
      let begin = DispatchTime.now().uptimeNanoseconds
      for _ in 0..<8 where isEqual(right, other) { equal += 1 }
      let time = Double(DispatchTime.now().uptimeNanoseconds - begin)
      if isFirst { times.0.values.append(time) } else { times.1.values.append(time) }
    }
    precondition(equal == 0)
    return Samples.welch(times.0.kept, times.1.kept)
  }
}
