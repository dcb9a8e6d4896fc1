// SPDX-License-Identifier: Apache-2.0

/// A refresh token as a store keeps it.
package struct StoredRefresh: Sendable, Equatable {
  /// The trace of its rotation.
  package struct Spent: Sendable, Equatable {
    /// When it was rotated.
    package var at: StoredTime
    /// The token it was exchanged for.
    package var successor: TokenDigest
    /// The successor and the end of the window, until the successor is used.
    package var window: Window?

    package init(at: StoredTime, successor: TokenDigest, window: Window?) {
      self.at = at
      self.successor = successor
      self.window = window
    }
  }

  /// The time in which a rotated token still answers with its successor.
  package struct Window: Sendable, Equatable {
    /// The successor's text, sealed under the rotated token.
    package var sealed: [UInt8]
    /// The first moment at which the window is closed.
    package var until: StoredTime

    package init(sealed: [UInt8], until: StoredTime) {
      self.sealed = sealed
      self.until = until
    }
  }

  package var record: RefreshRecord
  /// The token which was exchanged for this one.
  package var predecessor: TokenDigest?
  /// Set once it was exchanged itself.
  package var spent: Spent?

  /// Whether it would be rotated now.
  package func isLive(in family: RefreshFamily, at now: StoredTime) -> Bool {
    spent == nil && family.revokedAt == nil && now < StoredTime(record.expiresAt)
      && now < StoredTime(family.absoluteExpiry)
  }

  package init(record: RefreshRecord, predecessor: TokenDigest? = nil, spent: Spent? = nil) {
    self.record = record
    self.predecessor = predecessor
    self.spent = spent
  }
}
