// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIDaaSProtocol
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import Foundation

extension OnceRecord.Kind {
  /// A user name that takes no passwords for a while.
  static let passwordLock = Self(rawValue: "password_lock")
}

/// Counts the passwords that are tried for a user name, and locks it after too many wrong ones.
///
/// Names that nobody has are counted and locked alike, so that a lock tells nobody who has an account.
struct PasswordLock: Sendable {
  let store: any IDaaSStore
  let name: String
  let policy: PasswordPolicy
  let now: Date

  private var counter: String { "idaas-password:" + name }
  private var length: TimeInterval { TimeInterval(max(policy.lockSeconds, 1)) }

  /// Counts a try before it is made.
  ///
  /// - Returns: how many tries are left if this one is wrong.
  /// - Throws: `locked`.
  func count() async throws -> Int {
    for period in [0, -1] {
      let digest = digest(of: period)
      if let lock = try await store.record(.passwordLock, digest, at: now) {
        throw Self.locked(until: lock.expiresAt, at: now)
      }
    }
    switch try await store.attempt(
      counter, limit: policy.wrongTries, window: length, at: now)
    {
    case .allowed(let number): return max(0, policy.wrongTries - number)
    // Others are tried at the same time and aren't answered yet.
    case .exhausted(let until): throw Self.locked(until: until, at: now)
    }
  }

  /// Locks the name after its last try was wrong: from now on for the whole time, however slowly the tries
  /// came.
  ///
  /// - Returns: what to say.
  func lock() async throws -> Refusal {
    let end = now.addingTimeInterval(length)
    do throws(StoreError) {
      try await store.keep(
        OnceRecord(
          kind: .passwordLock, digest: digest(of: 0), content: [:], expiresAt: end))
    } catch  where error.code == .invalidRecord {
      // It was locked in this period before and let go: the counter holds it until its window ends.
    }
    return Self.locked(until: end, at: now)
  }

  /// Forgets the wrong tries, after a right one or a new password.
  func clear() async throws {
    try await store.clearAttempts(counter)
    for period in [0, -1] {
      _ = try await store.take(.passwordLock, digest(of: period), at: now)
    }
  }

  /// A digest is kept once. One for each stretch of a lock's length: a lock is found under the stretch in which
  /// it began, which is this one or the one before.
  private func digest(of period: Int) -> TokenDigest {
    let number = Int((now.timeIntervalSince1970 / length).rounded(.down)) + period
    return TokenDigest(of: Secret("password-lock \(number) \(name)"))
  }

  private static func locked(until: Date, at now: Date) -> Refusal {
    let seconds = max(1, Int(until.timeIntervalSince(now).rounded(.up)))
    var refusal = Refusal(
      .locked, String(seconds / 60), String(seconds % 60), detail: .userLocked)
    refusal.retryAfter = seconds
    return refusal
  }
}
