// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Ports for test servers, from below those that systems give to outgoing connections (32768 and up).
///
/// A server that is stopped and started again finds its port free, however many connections other
/// tests open meanwhile.
enum TestPorts {
  private static let range = 20_000..<32_000
  private static let next = Mutex(
    range.lowerBound + Int(ProcessInfo.processInfo.processIdentifier) % range.count)

  /// The next port to try; each is given once before any is given again.
  static func candidate() -> Int {
    next.withLock { next in
      defer { next = next + 1 < range.upperBound ? next + 1 : range.lowerBound }
      return next
    }
  }
}
