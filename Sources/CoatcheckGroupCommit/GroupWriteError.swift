// SPDX-License-Identifier: Apache-2.0

/// Why a ``GroupWriter`` did not write, besides errors of SQLite. Nothing was changed.
package enum GroupWriteError: Error {
  /// The writer was closed.
  case closed
  /// Too many verbs wait for the disk.
  case queueIsFull
  /// SQLite undid the transaction: the disk is full or failed.
  case undone
}
