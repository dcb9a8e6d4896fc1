// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

/// The cache of one credential that a service issued for a token: a file that only this user can read, in
/// the runtime folder of the user's login where the system has one.
public struct KeptCredential: Sendable {
  private static let folder = RuntimeFolder.path("credentials")
  private let name: String

  /// Selects the file for one credential. Nothing is read or written.
  ///
  /// - Parameters:
  ///   - helper: The helper, whose ``ExchangingHelper/wanted`` selects among the credentials of the
  ///     account.
  ///   - account: The account of the session.
  public init(for helper: any ExchangingHelper, of account: AccountID) {
    let wanted = "\(type(of: helper).name) \(helper.wanted)"
    name = "\(account.fingerprint)-\(Fingerprint.hex(of: Array(wanted.utf8)))"
  }

  /// Reads the cached credential.
  ///
  /// - Parameters:
  ///   - life: The seconds that it has to last from `now`; half its lifetime if that is shorter.
  ///   - now: The time on the wall clock.
  /// - Returns: Nil if there is no credential, it does not last long enough, or the file cannot be read.
  public func credential(lasting life: TimeInterval, now: Date) -> Credential? {
    guard let folder = try? PrivateFolder.open(Self.folder),
      let bytes = try? folder.read(name)?.bytes, let kept = try? JSONObject(parsing: bytes),
      let text = kept["credential"]?.stringValue, let begin = kept["begin"]?.doubleValue,
      let end = kept["end"]?.doubleValue
    else { return nil }
    let left = end - now.timeIntervalSince1970
    guard left > min(life, max(end - begin, 0) / 2) else { return nil }
    return Credential(Secret(text), end: Date(timeIntervalSince1970: end))
  }

  /// Writes a credential in place of the last one. A credential without an expiry is not cached.
  ///
  /// - Parameters:
  ///   - credential: The credential.
  ///   - now: The time on the wall clock, from which the lifetime of the credential is counted.
  /// - Throws: `storeFailed` when the folder belongs to another user, or the file cannot be written.
  public func keep(_ credential: Credential, now: Date) throws(OAuthError) {
    guard let end = credential.end else { return }
    let kept: JSONObject = [
      "credential": .string(credential.token.reveal()),
      "begin": .number(JSONNumber(Int(now.timeIntervalSince1970))),
      "end": .number(JSONNumber(Int(end.timeIntervalSince1970))),
    ]
    try PrivateFolder.create(Self.folder).replace(name, with: kept.serialized())
  }

  /// Removes all cached credentials of an account.
  ///
  /// - Throws: `storeFailed` when the folder cannot be read or a file cannot be removed; others may be
  ///   removed already.
  public static func removeAll(of account: AccountID) throws(OAuthError) {
    guard let folder = try PrivateFolder.open(folder) else { return }
    for name in try folder.names(endingIn: "") where name.hasPrefix(account.fingerprint + "-") {
      try folder.remove(name)
    }
  }

  /// Runs `body` under a lock, so that of concurrent processes only one requests the credential.
  ///
  /// - Parameters:
  ///   - environment: The clock for the wait.
  ///   - body: Reads the cache again, since another process may have filled it meanwhile, or sends the
  ///     request.
  /// - Throws: The error of `body`; `storeFailed` when the lock cannot be taken, `cancelled` when the task
  ///   is cancelled while it waits for the lock.
  public func alone<Value: Sendable>(
    _ environment: RuntimeEnvironment, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await LockFolder(path: Self.folder, environment: environment)
      .withLock(.record(name), body)
  }
}
