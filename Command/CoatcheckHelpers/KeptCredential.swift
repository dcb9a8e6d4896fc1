// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckFoundation
import CoatcheckJOSE
public import CoatcheckOAuth

/// Where a credential is kept that a service gave for a token: a file that only this user can read, in the folder of the user's
/// session where the system has one.
public struct KeptCredential: Sendable {
  private static let folder = RuntimeFolder.path("credentials")
  private let name: String

  /// The place for what a helper's program wants for an account.
  public init(for helper: any ExchangingHelper, of account: AccountID) {
    let wanted = "\(type(of: helper).name) \(helper.wanted)"
    name = "\(account.fingerprint)-\(Fingerprint.hex(of: Array(wanted.utf8)))"
  }

  /// The credential, if it is there and lasts long enough.
  ///
  /// - Parameter life: How many seconds it has to last; half its life if that is shorter.
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

  /// Keeps one, in place of the last.
  ///
  /// - Throws: `storeFailed` when the folder is another user's, or the file cannot be written.
  public func keep(_ credential: Credential, now: Date) throws(OAuthError) {
    guard let end = credential.end else { return }
    let kept: JSONObject = [
      "credential": .string(credential.token.reveal()),
      "begin": .number(JSONNumber(Int(now.timeIntervalSince1970))),
      "end": .number(JSONNumber(Int(end.timeIntervalSince1970))),
    ]
    try PrivateFolder.create(Self.folder).replace(name, with: kept.serialized())
  }

  /// Removes all of an account.
  ///
  /// - Throws: `storeFailed` when one cannot be removed.
  public static func removeAll(of account: AccountID) throws(OAuthError) {
    guard let folder = try PrivateFolder.open(folder) else { return }
    for name in try folder.names(endingIn: "") where name.hasPrefix(account.fingerprint + "-") {
      try folder.remove(name)
    }
  }

  /// Runs `body` while no other process gets the same credential.
  ///
  /// - Throws: What the body throws; `storeFailed` when the lock cannot be had.
  public func alone<Value: Sendable>(
    _ environment: RuntimeEnvironment, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await LockFolder(path: Self.folder, environment: environment)
      .withLock(.record(name), body)
  }
}
