// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Synchronization

/// The sources whose last passwords were wrong. They are counted in each process, whose own workers they
/// can occupy.
///
/// At most twice ``limit`` sources are kept; the oldest are dropped, and count as new.
final class GuessingSources: Sendable {
  /// The number of wrong passwords in a row after which a source counts as guessing. Users mistype some.
  static let patience = 5
  static let limit = 10_000

  /// The wrong passwords in a row, by source.
  private let counts = Mutex(RecentValues<String, Int>(limit: limit))

  /// Whether a source counts as guessing.
  func contains(_ source: String) -> Bool {
    counts.withLock { ($0[source] ?? 0) > Self.patience }
  }

  /// Records the result for a password of a source.
  func note(_ source: String, isRight: Bool) {
    counts.withLock { $0[source] = isRight ? nil : ($0[source] ?? 0) + 1 }
  }
}
