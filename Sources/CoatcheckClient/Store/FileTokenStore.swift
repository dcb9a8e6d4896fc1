// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckJOSE
public import CoatcheckOAuth

/// A store of one file for each account, in a folder which only this user can look into.
///
/// Programs which use the same folder share the sessions: whoever refreshes holds the account's lock,
/// and the others adopt what it saved. A file holds the tokens in the clear, protected by its rights
/// (0600, in a folder of 0700) alone.
///
/// - A file is replaced as a whole and on the disk before ``save(_:)`` returns.
/// - Rights that are too wide are taken away, a symbolic link is refused.
/// - A damaged file is set aside as `*.damaged` and named in an error, never deleted.
public struct FileTokenStore: TokenStore {
  /// The folder, without a slash at its end.
  public let directory: String
  private let environment: Environment

  /// A store in this folder; it is made when the first session is saved.
  ///
  /// - Parameters:
  ///   - directory: The path of the folder.
  ///   - environment: What waits while another process has an account's lock.
  public init(directory: String, environment: Environment = .live) {
    var directory = directory[...]
    while directory.hasSuffix("/"), directory.count > 1 { directory.removeLast() }
    self.directory = String(directory)
    self.environment = environment
  }

  /// All sessions, by name.
  public func sessions() async throws(OAuthError) -> [StoredSession] {
    var sessions: [StoredSession] = []
    for name in try sessionFiles() {
      if let session = try await settingDamageAside(name) { sessions.append(session) }
    }
    return sessions.sorted { $0.name < $1.name }
  }

  /// The session of an account; nil when there is none.
  public func session(_ account: AccountID) async throws(OAuthError) -> StoredSession? {
    try await settingDamageAside(Self.file(account))
  }

  /// Stores a session durably, in place of the account's older one.
  public func save(_ session: StoredSession) async throws(OAuthError) {
    let bytes = session.json.serialized()
    let (directory, name) = (directory, Self.file(session.account))
    try await locked(session.account) { () throws(OAuthError) in
      try PrivateFolder.create(directory).replace(name, with: bytes)
    }
  }

  /// Forgets the session of an account. It is no error if there is none.
  public func remove(_ account: AccountID) async throws(OAuthError) {
    let (directory, name) = (directory, Self.file(account))
    guard try PrivateFolder.open(directory) != nil else { return }
    try await locked(account) { () throws(OAuthError) in
      try PrivateFolder.open(directory)?.remove(name)
    }
  }

  /// Runs `body` while nobody else, in any process, is inside for the same account.
  public func withExclusiveAccess<Value: Sendable>(
    to account: AccountID, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let key = "\(directory)/\(Self.lock(account))"
    if Hold.isActive(key) { return try await body() }
    let lock = try await FileLock.wait(
      for: Self.lock(account), in: directory, environment: environment)
    defer { lock.release() }
    return try await Hold.run(key, body)
  }

  /// Does blocking work on a thread of its own while the account is locked.
  private func locked(
    _ account: AccountID, _ work: @escaping @Sendable () throws(OAuthError) -> Void
  ) async throws(OAuthError) {
    do {
      try await withExclusiveAccess(to: account) { try await BlockingWork.run(work) }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }

  private static func file(_ account: AccountID) -> String { account.fingerprint + suffix }
  private static func lock(_ account: AccountID) -> String { account.fingerprint + ".lock" }
  static let suffix = ".json"

  /// Reads a file; if it is damaged, sets it aside and says so.
  private func settingDamageAside(_ name: String) async throws(OAuthError) -> StoredSession? {
    do {
      return try readSession(name)
    } catch  where error.code == .storeDamaged {
      guard let aside = try setAside(name) else { throw error }
      throw .unreadable(
        .storeDamaged,
        "The session file \(directory)/\(name) is damaged. It was set aside as \(aside); sign in again."
      )
    }
  }

  /// Only under the lock it is certain that the file isn't being replaced by a good one just now.
  private func setAside(_ name: String) throws(OAuthError) -> String? {
    guard let folder = try PrivateFolder.open(directory) else { return nil }
    let lock = name.dropLast(Self.suffix.count) + ".lock"
    var held: FileLock?
    if !Hold.isActive("\(directory)/\(lock)") {
      held = try FileLock.take(String(lock), in: folder)
      guard held != nil else { return nil }
    }
    defer { held?.release() }
    guard let (bytes, identity) = try folder.read(name),
      (try? Self.session(bytes, path: name)) == nil
    else { return nil }
    return folder.setAside(name, ifStill: identity)
  }
}
