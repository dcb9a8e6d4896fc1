// SPDX-License-Identifier: Apache-2.0
import AppleStage
import Foundation

extension ProcessInfo {
  /// Keeps the process from being suspended while the block runs, on a thread of the system's. The
  /// block is called again with true when the time is up, and with true alone when no time is left.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    ActivityStage.of(AppleStage.current).begin(reason, block)
  }
}

/// The expiring activities of a device.
public final class ActivityStage: @unchecked Sendable {
  private struct Activity {
    let reason: String
    let block: @Sendable (Bool) -> Void
  }

  /// The activities of a device.
  public static func of(_ stage: AppleStage) -> ActivityStage {
    stage.part(ActivityStage.self) { ActivityStage() }
  }

  private let lock = NSLock()
  private var running: [Int: Activity] = [:]
  private var count = 0
  private var isRefusing = false

  /// The reasons that hold the process now, in the order of their beginning.
  public var holding: [String] {
    lock.withLock { running.sorted { $0.key < $1.key }.map(\.value.reason) }
  }

  /// How many activities were begun.
  public var begunCount: Int { lock.withLock { count } }

  /// Grants no more time, or grants time again.
  public func refuse(_ isRefusing: Bool) { lock.withLock { self.isRefusing = isRefusing } }

  /// The time of an app in the background is up: each block is called again, on another thread.
  /// Returns when all have returned.
  public func expire() {
    let blocks = lock.withLock { running.values.map(\.block) }
    let group = DispatchGroup()
    for block in blocks {
      group.enter()
      Thread.detachNewThread {
        block(true)
        group.leave()
      }
    }
    group.wait()
  }

  fileprivate func begin(_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) {
    let number: Int? = lock.withLock {
      count += 1
      guard !isRefusing else { return nil }
      running[count] = Activity(reason: reason, block: block)
      return count
    }
    // A thread of its own, as an activity blocks its thread.
    Thread.detachNewThread {
      block(number == nil)
      guard let number else { return }
      self.lock.withLock { self.running[number] = nil }
    }
  }
}
