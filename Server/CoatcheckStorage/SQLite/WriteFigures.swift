// SPDX-License-Identifier: Apache-2.0

/// What an ``SQLiteStore`` has written since it was opened.
public struct WriteFigures: Sendable, Equatable {
  /// The verbs that ran, whatever came of them.
  public internal(set) var verbs = 0
  /// The transactions that were committed: so often the disk was waited for.
  public internal(set) var commits = 0
}
