// SPDX-License-Identifier: Apache-2.0
import CoreMetrics

/// Prints each metric with its labels when it is made.
struct PrintedMetrics: MetricsFactory {
  private final class Silent: CounterHandler, TimerHandler, RecorderHandler, MeterHandler {
    func increment(by amount: Int64) {}
    func reset() {}
    func recordNanoseconds(_ duration: Int64) {}
    func record(_ value: Int64) {}
    func record(_ value: Double) {}
    func set(_ value: Int64) {}
    func set(_ value: Double) {}
    func increment(by amount: Double) {}
    func decrement(by amount: Double) {}
  }

  private func printed(_ label: String, _ dimensions: [(String, String)]) -> Silent {
    Show.line("metric \(label) \(dimensions)")
    return Silent()
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    printed(label, dimensions)
  }
  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    printed(label, dimensions)
  }
  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    printed(label, dimensions)
  }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    printed(label, dimensions)
  }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
