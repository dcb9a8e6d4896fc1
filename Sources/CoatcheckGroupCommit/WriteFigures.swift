// SPDX-License-Identifier: Apache-2.0

/// What a ``GroupWriter`` has written since it was created.
package struct WriteFigures: Sendable, Equatable {
  /// The verbs that ran, whatever came of them.
  package internal(set) var verbs = 0
  /// The transactions that were committed: so often the disk was waited for.
  package internal(set) var commits = 0
}
