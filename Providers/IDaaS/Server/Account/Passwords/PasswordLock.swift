// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

extension OneTimeRecord.Kind {
  /// A user name that takes no passwords for a while.
  static let passwordLock = Self(rawValue: "password_lock")
}

/// Counts the passwords that are tried for a user name, and locks it after too many wrong ones.
///
/// Names that no user has are counted and locked alike, so that a lock does not reveal which accounts exist.
struct PasswordLock: Sendable {
  let store: any IDaaSStore
  /// What stands for the user name. What a user typed there may be a password, so the store does not see it.
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
    // Others are tried at the same time and are not answered yet.
    case .exhausted(let until):
      throw Refusal.locked(until: until, at: now, detail: .userLocked)
    }
  }

  /// Locks the name after its last try was wrong: from now on for the whole time, however slowly the tries
  /// came.
  ///
  /// - Returns: What to say.
  func lock() async throws -> Refusal {
    let end = now.addingTimeInterval(length)
    try await store.storeAgain(
      OneTimeRecord(kind: .passwordLock, digest: digest, content: [:], expiresAt: end))
    return Refusal.locked(until: end, at: now, detail: .userLocked)
  }

  /// Forgets the wrong tries, after a right one or a new password.
  func clear() async throws {
    try await store.clearAttempts(key)
    _ = try await store.take(.passwordLock, digest, at: now)
  }
}
