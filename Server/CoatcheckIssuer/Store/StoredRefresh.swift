// SPDX-License-Identifier: Apache-2.0

/// A refresh token as a store keeps it.
package struct StoredRefresh: Sendable, Equatable {
  /// The trace of the rotation of a used token.
  package struct Spent: Sendable, Equatable {
    /// When it was rotated.
    package var at: StoredTime
    /// The digest of the successor.
    package var successor: TokenDigest
    /// The grace period; nil once the successor was used.
    package var window: Window?

    package init(at: StoredTime, successor: TokenDigest, window: Window?) {
      self.at = at
      self.successor = successor
      self.window = window
    }
  }

  /// The grace period in which a used token still returns its successor.
  package struct Window: Sendable, Equatable {
    /// The successor, sealed with a key from the used token.
    package var sealed: [UInt8]
    /// The end of the grace period.
    package var until: StoredTime

    package init(sealed: [UInt8], until: StoredTime) {
      self.sealed = sealed
      self.until = until
    }
  }

  package var record: RefreshRecord
  /// The digest of the token that this one replaced; nil for the first of a family.
  package var predecessor: TokenDigest?
  /// Set when the token was rotated.
  package var spent: Spent?

  /// Whether the token is valid: not used, not expired, and its family is neither revoked nor expired.
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
