// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Ports for test servers, below the range that systems use for outgoing connections (32768 and up).
///
/// So a server that restarts finds its port free, however many connections other tests open.
package enum TestPorts {
  private static let range = 20_000..<32_000
  // Test runs that begin one after the other, whose process numbers are neighbours, begin far apart.
  private static let next = Mutex(
    range.lowerBound + Int(ProcessInfo.processInfo.processIdentifier) * 7919 % range.count)

  /// The next port to try, in turn.
  package static func candidate() -> Int {
    next.withLock { next in
      defer { next = next + 1 < range.upperBound ? next + 1 : range.lowerBound }
      return next
    }
  }
}
