// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

extension OneTimeRecord.Kind {
  /// A lock of a user name, for which no password is checked until it expires.
  static let passwordLock = Self(rawValue: "password_lock")
}

/// Counts the passwords that are tried for a user name, and locks it after too many wrong ones.
///
/// Names that no user has are counted and locked alike, so that a lock does not reveal which accounts exist.
struct PasswordLock: Sendable {
  let store: any IDaaSStore
  /// A keyed hash of the user name: users sometimes type a password there, so the store does not get the
  /// text.
  let key: String
  let policy: PasswordPolicy
  let now: Date

  private var length: TimeInterval { TimeInterval(max(policy.lockSeconds, 1)) }
  private var digest: TokenDigest { TokenDigest(of: Secret("password-lock " + key)) }

  /// Counts a try before it is made.
  ///
  /// - Returns: How many tries are left if this one is wrong.
  /// - Throws: `locked`.
  func count() async throws -> Int {
    if let lock = try await store.record(.passwordLock, digest, at: now) {
      throw Refusal.locked(until: lock.expiresAt, at: now, detail: .userLocked)
    }
    switch try await store.attempt(
      key, limit: policy.wrongTries, window: length, at: now)
    {
    case .allowed(let number): return max(0, policy.wrongTries - number)
    // The remaining attempts are taken by concurrent requests that are not finished.
    case .exhausted(let until):
      throw Refusal.locked(until: until, at: now, detail: .userLocked)
    }
  }

  /// Takes a counted try back, because the password could not be checked.
  func returnCount() async throws { try await store.returnAttempt(key) }

  /// Locks the name after its last attempt was wrong. The lock begins now, not with the first attempt.
  ///
  /// - Returns: The error response of the attempt.
  func lock() async throws -> Refusal {
    let end = now.addingTimeInterval(length)
    try await store.storeAgain(
      OneTimeRecord(kind: .passwordLock, digest: digest, content: [:], expiresAt: end))
    return Refusal.locked(until: end, at: now, detail: .userLocked)
  }

  /// Resets the wrong attempts and removes the lock, after a right password or a new one.
  func clear() async throws {
    try await store.clearAttempts(key)
    _ = try await store.take(.passwordLock, digest, at: now)
  }
}
