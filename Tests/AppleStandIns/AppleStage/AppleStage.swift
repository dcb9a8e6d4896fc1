// SPDX-License-Identifier: Apache-2.0
import Foundation

/// One device that the stand-ins of Apple's frameworks play, and what happened on it.
///
/// Each test has its own, which goes with its tasks, so that tests run side by side:
///
/// ```swift
/// try await AppleStage.$current.withValue(stage) { … }
/// ```
public final class AppleStage: @unchecked Sendable {
  /// The device of this task.
  @TaskLocal public static var current = AppleStage()

  /// The clock of the device.
  public let clock = StageClock()

  private let lock = NSLock()
  private var parts: [ObjectIdentifier: AnyObject] = [:]
  private var recorded: [String] = []

  /// A device that was just started.
  public init() {}

  /// The part of the device that one framework has; made when it is first needed.
  public func part<Part: AnyObject>(_ type: Part.Type, _ make: () -> Part) -> Part {
    lock.lock()
    defer { lock.unlock() }
    if let part = parts[ObjectIdentifier(type)] as? Part { return part }
    let part = make()
    parts[ObjectIdentifier(type)] = part
    return part
  }

  /// Notes what ends an app on a device, or is refused in review.
  public func record(fault: String) {
    lock.lock()
    defer { lock.unlock() }
    recorded.append(fault)
  }

  /// What was noted so far.
  public var faults: [String] {
    lock.lock()
    defer { lock.unlock() }
    return recorded
  }
}
