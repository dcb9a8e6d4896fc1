// SPDX-License-Identifier: Apache-2.0

/// What only one task in all processes may do at a time.
public struct StoreLock: Hashable, Sendable {
  /// The name of the lock, which tells nothing about the person: at most 64 letters and digits.
  public let key: String
  /// How long the lock is waited for: whoever keeps it longer is taken to be stopped.
  public let patience: Duration

  /// The lock of an account: whoever replaces its tokens has it.
  public static func account(_ account: AccountID) -> StoreLock { .record(account.fingerprint) }

  /// The lock of a record: whoever writes it has it.
  public static func record(_ key: String) -> StoreLock {
    StoreLock(key: key, patience: .seconds(120))
  }

  /// The lock of a sign-in: a person is asked in one browser at a time.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier.
  ///   - clientID: The client's id there.
  ///   - name: The name the session will be stored under; nil when it will be the subject.
  public static func signIn(issuer: String, clientID: String, name: String?) -> StoreLock {
    // No issuer identifier has a space, so that no account has this lock.
    let somebody = AccountID(
      issuer: "sign-in " + issuer, clientID: clientID, subject: name ?? "")
    return StoreLock(key: somebody.fingerprint, patience: .seconds(900))
  }
}
