// SPDX-License-Identifier: Apache-2.0

/// The numbers of a ``GroupWriter`` since it was created.
package struct WriteFigures: Sendable, Equatable {
  /// The verbs that ran, with or without success.
  package internal(set) var verbs = 0
  /// The committed transactions. Each waited once for the disk.
  package internal(set) var commits = 0
}
