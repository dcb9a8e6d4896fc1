// SPDX-License-Identifier: Apache-2.0

/// A lock of a store. Of all tasks in all processes that share the store, one at a time holds the lock with
/// a name.
public struct StoreLock: Hashable, Sendable {
  /// The name of the lock, which does not identify the user: at most 64 letters and digits.
  public let key: String
  /// How long to wait for the lock. A process that holds it longer is taken to be stopped, and the wait
  /// fails.
  public let patience: Duration

  /// The lock of an account, held while its tokens are replaced. It is waited for 120 seconds.
  public static func account(_ account: AccountID) -> StoreLock { .record(account.fingerprint) }

  /// The lock of a record, held while it is written. It is waited for 120 seconds.
  ///
  /// - Parameter key: The key of the record: at most 64 lower-case letters and digits.
  public static func record(_ key: String) -> StoreLock {
    StoreLock(key: key, patience: .seconds(120))
  }

  /// The lock of a sign-in, so that the user is asked in one browser at a time. It is waited for
  /// 15 minutes.
  ///
  /// - Parameters:
  ///   - issuer: The issuer identifier of the authorization server.
  ///   - clientID: The client identifier (`client_id`) there.
  ///   - name: The name that the session will be stored under; nil when that will be the subject.
  public static func signIn(issuer: String, clientID: String, name: String?) -> StoreLock {
    // No issuer identifier has a space, so that no account has this lock.
    let unknown = AccountID(issuer: "sign-in " + issuer, clientID: clientID, subject: name ?? "")
    return StoreLock(key: unknown.fingerprint, patience: .seconds(900))
  }
}
