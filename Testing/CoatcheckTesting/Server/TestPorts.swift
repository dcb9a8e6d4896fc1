// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Ports for test servers, below the range that systems use for outgoing connections (32768 and up).
///
/// A server that restarts therefore finds its port free, however many connections other tests open.
package enum TestPorts {
  private static let range = 20_000..<32_000
  // Test runs that start one after the other have adjacent process IDs, and still begin at distant ports.
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
