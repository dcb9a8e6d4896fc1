// SPDX-License-Identifier: Apache-2.0
import CoatcheckIssuer
import Synchronization

/// The sources whose last passwords were wrong, in this process: it is this process whose workers they would fill.
///
/// Twice ``limit`` of them are remembered at most; the oldest ones are forgotten, and count as new.
final class GuessingSources: Sendable {
  /// How many wrong passwords in a row a source may send before it counts as one that guesses. Users mistype.
  static let patience = 5
  static let limit = 10_000

  /// The wrong passwords in a row, by source.
  private let counts = Mutex(RecentValues<String, Int>(limit: limit))

  /// Whether a source guesses.
  func contains(_ source: String) -> Bool {
    counts.withLock { ($0[source] ?? 0) > Self.patience }
  }

  /// Notes a password that was checked.
  func note(_ source: String, isRight: Bool) {
    counts.withLock { $0[source] = isRight ? nil : ($0[source] ?? 0) + 1 }
  }
}
