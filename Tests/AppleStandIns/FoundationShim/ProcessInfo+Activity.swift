// SPDX-License-Identifier: Apache-2.0
import AppleStage
import Foundation

extension ProcessInfo {
  /// Keeps the process from being suspended while the block runs, on a queue of the system's. The
  /// block is called again with true when the time is up, and with true alone when no time is left.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    ActivityStage.of(AppleStage.current).begin(reason, block)
  }
}

/// The expiring activities of a device.
public final class ActivityStage: @unchecked Sendable {
  /// The activities of a device.
  public static func of(_ stage: AppleStage) -> ActivityStage {
    stage.part(ActivityStage.self) { ActivityStage() }
  }

  private let lock = NSLock()
  private var held: [String: @Sendable (Bool) -> Void] = [:]
  private var begun: [String] = []

  /// The reasons that were ever given.
  public var reasons: [String] {
    lock.lock()
    defer { lock.unlock() }
    return begun
  }

  /// The reasons that hold the process now.
  public var holding: [String] {
    lock.lock()
    defer { lock.unlock() }
    return held.keys.sorted()
  }

  /// The time of an app in the background is up.
  public func expire() {
    lock.lock()
    let blocks = Array(held.values)
    lock.unlock()
    for block in blocks { Thread.detachNewThread { block(true) } }
  }

  fileprivate func begin(_ reason: String, _ block: @escaping @Sendable (Bool) -> Void) {
    lock.lock()
    held[reason] = block
    begun.append(reason)
    lock.unlock()
    Thread.detachNewThread {
      block(false)
      self.lock.lock()
      self.held[reason] = nil
      self.lock.unlock()
    }
  }
}
