// SPDX-License-Identifier: Apache-2.0

/// What only one task in all processes may do at a time.
public struct StoreLock: Hashable, Sendable {
  /// The name of the lock, which does not identify the user: at most 64 letters and digits.
  public let key: String
  /// How long to wait for the lock: a process that holds it longer is taken to be stopped.
  public let patience: Duration

  /// The lock of an account, held while its tokens are replaced.
  public static func account(_ account: AccountID) -> StoreLock { .record(account.fingerprint) }

  /// The lock of a record, held while it is written.
  public static func record(_ key: String) -> StoreLock {
    StoreLock(key: key, patience: .seconds(120))
  }

  /// The lock of a sign-in: the user is asked in one browser at a time.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier.
  ///   - clientID: The client's id there.
  ///   - name: The name the session will be stored under; nil when it will be the subject.
  public static func signIn(issuer: String, clientID: String, name: String?) -> StoreLock {
    // No issuer identifier has a space, so that no account has this lock.
    let unknown = AccountID(issuer: "sign-in " + issuer, clientID: clientID, subject: name ?? "")
    return StoreLock(key: unknown.fingerprint, patience: .seconds(900))
  }
}
