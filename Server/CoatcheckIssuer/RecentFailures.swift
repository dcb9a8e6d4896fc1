// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The keys under which something was wrong lately, in this process.
///
/// A client that never failed costs the store nothing; one that did is counted there on every try
/// until it is right again. When too many keys are suspicious, all are.
final class RecentFailures: Sendable {
  private static let limit = 10_000
  private let keys = Mutex<Set<String>>([])

  func contains(_ key: String) -> Bool {
    keys.withLock { $0.count >= Self.limit || $0.contains(key) }
  }

  func insert(_ key: String) {
    keys.withLock { if $0.count < Self.limit { $0.insert(key) } }
  }

  func remove(_ key: String) { _ = keys.withLock { $0.remove(key) } }
}
