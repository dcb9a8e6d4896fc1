// SPDX-License-Identifier: Apache-2.0
public import CoreMetrics
import Synchronization

/// A metrics system in the memory of the process, which writes its metrics in the text format of
/// Prometheus.
///
/// Each combination of a name and labels stays in memory: labels must not be values that peers send.
/// [Exposition formats](https://prometheus.io/docs/instrumenting/exposition_formats/).
public final class PrometheusMetrics: MetricsFactory, Sendable {
  /// The media type of ``text()``.
  public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  private struct Family {
    let type: String
    /// The series, by their labels in the text format.
    var series: [String: any MetricSeries] = [:]
  }

  private let families = Mutex<[String: Family]>([:])

  /// Creates a system without metrics.
  public init() {}

  /// All metrics in the text format, sorted by name and labels. Durations are in seconds.
  public func text() -> String {
    let families = families.withLock { $0 }
    var text = ""
    for (name, family) in families.sorted(by: { $0.key < $1.key }) {
      text += MetricHelp.line(name) + "# TYPE \(name) \(family.type)\n"
      for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
        text += series.lines(name, labels)
      }
    }
    return text
  }

  /// Returns the counter with this name and these labels. A call with the same values returns the same
  /// counter.
  ///
  /// - Parameters:
  ///   - label: The name, without `_total`, which is appended. Characters that Prometheus does not allow
  ///     become `_`.
  ///   - dimensions: The labels and their values.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label + "_total", dimensions) { CounterSeries() }
  }

  /// Returns the gauge with this name and these labels. A call with the same values returns the same gauge.
  ///
  /// - Parameters:
  ///   - label: The name. Characters that Prometheus does not allow become `_`.
  ///   - dimensions: The labels and their values.
  ///   - aggregate: Ignored: a gauge holds its last value.
  public func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler { series(label, dimensions) { GaugeSeries() } }

  /// Returns the histogram of durations with this name and these labels. A call with the same values
  /// returns the same histogram.
  ///
  /// - Parameters:
  ///   - label: The name, without `_seconds`, which is appended. Characters that Prometheus does not allow
  ///     become `_`.
  ///   - dimensions: The labels and their values.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label + "_seconds", dimensions) { DurationSeries() }
  }

  /// Does nothing: a counter that ends and begins again would count from 0.
  public func destroyCounter(_ handler: any CounterHandler) {}
  /// Does nothing: the gauge stays.
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Does nothing: the histogram stays.
  public func destroyTimer(_ handler: any TimerHandler) {}

  private func series<Series: MetricSeries>(
    _ label: String, _ dimensions: [(String, String)], _ make: () -> Series
  ) -> Series {
    let name = Self.name(label)
    let labels = dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }
      .joined(separator: ",")
    return families.withLock { families in
      var family = families[name] ?? Family(type: Series.type)
      if let known = family.series[labels] as? Series { return known }
      let series = make()
      // One name cannot have two types: the first one stays, and the other series is not exported.
      guard family.type == Series.type else { return series }
      family.series[labels] = series
      families[name] = family
      return series
    }
  }

  /// "metric_name […] must match the regex [a-zA-Z_:][a-zA-Z0-9_:]*".
  private static func name(_ text: String) -> String {
    let name = String(
      text.unicodeScalars.map { scalar in
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
          ? Character(scalar) : "_"
      })
    return name.first?.isNumber == false ? name : "_" + name
  }

  /// "label_value can be any sequence of UTF-8 characters, but the backslash (\), double-quote ("), and line feed
  /// (\n) characters have to be escaped".
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
