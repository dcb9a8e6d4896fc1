// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Records as files, one each, in a folder which only this user can look into.
///
/// - A file is replaced as a whole and on the disk before ``write(_:)`` returns.
/// - Rights that are too wide are taken away, a symbolic link is refused.
/// - A file holds the record in the clear, protected by its rights (0600, in a folder of 0700)
///   alone.
public struct FileRecords: RecordStore {
  /// The folder, without a slash at its end.
  public let directory: String
  private let locks: LockFolder
  fileprivate let hints: NameHints

  /// Creates a store of records in a folder, which is made when the first record is written.
  ///
  /// - Parameters:
  ///   - directory: The path of the folder; slashes at its end are dropped.
  ///   - environment: What waits while another process has a lock.
  public init(directory: String, environment: RuntimeEnvironment = .live) {
    var directory = directory[...]
    while directory.hasSuffix("/"), directory.count > 1 { directory.removeLast() }
    self.directory = String(directory)
    locks = LockFolder(path: self.directory, environment: environment)
    hints = NameHints(records: self.directory)
  }

  /// The folder, protected by file permissions alone.
  public var place: StoreLocation {
    StoreLocation(kind: "file", location: directory, protection: .plainText)
  }

  /// The keys of the records which may have these index values: a folder has an index of names
  /// only, and not even that for what other programs put into it.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    let keys = try keysAtOnce(where: index).filter { after == nil || $0 > after ?? "" }
    return Array(keys.prefix(limit ?? keys.count))
  }

  /// The content of a record; nil if there is no such record.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? {
    try contentAtOnce(of: key)
  }

  /// Keeps a record durably.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    let (directory, name) = (directory, Self.file(record.key))
    try await locked(record.key) {
      await note(record)
      try await BlockingWork.run { () throws(OAuthError) in
        try PrivateFolder.create(directory).replace(name, with: record.content)
      }
    }
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) {
    let (directory, name, hints) = (directory, Self.file(key), hints)
    guard try PrivateFolder.open(directory) != nil else { return }
    try await locked(key) {
      try await BlockingWork.run { () throws(OAuthError) in
        try PrivateFolder.open(directory)?.remove(name)
      }
      // A key too many in the index does no harm.
      try? await locks.withLock(NameHints.lock) {
        try await BlockingWork.run { () throws(OAuthError) in try hints.remove(key) }
      }
    }
  }

  /// Adds the record to the index of names. If that fails, the index is marked as incomplete and is no
  /// longer used; the record is stored nevertheless.
  private func note(_ record: StoredRecord) async {
    guard let name = record.index["name"] else { return }
    let hints = hints
    do {
      try await BlockingWork.run { () throws(OAuthError) in hints.knows(record.key, named: name) }
        ? () : await add(record.key, named: name)
    } catch {
      hints.giveUp()
    }
  }

  private func add(_ key: String, named name: String) async throws {
    let hints = hints
    try await locks.withLock(NameHints.lock) {
      try await BlockingWork.run { () throws(OAuthError) in
        try hints.add(key, named: name) { file in
          file.hasSuffix(Self.suffix)
            && SessionRecord.isKey(String(file.dropLast(Self.suffix.count)))
        }
      }
    }
  }

  /// Renames a damaged file to `*.damaged`.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    // Only the lock ensures that no valid file is being written at this moment.
    let aside: String?? = try locks.ifFree(.record(key)) { () throws(OAuthError) in
      guard let folder = try PrivateFolder.open(directory),
        let (bytes, identity) = try folder.read(Self.file(key)), bytes == content
      else { return nil }
      return folder.setAside(Self.file(key), ifStill: identity)
    }
    return aside ?? nil
  }

  /// The path of a record's file.
  public func location(of key: String) -> String { "\(directory)/\(Self.file(key))" }

  /// Runs `body` while no other task, in any process, holds the same lock of this folder.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await locks.withLock(lock, body)
  }

  /// Runs `body` under the lock of the record.
  private func locked(
    _ key: String, _ work: @Sendable () async throws -> Void
  ) async throws(OAuthError) {
    do {
      try await locks.withLock(.record(key), work)
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }

  fileprivate static func file(_ key: String) -> String { key + suffix }
  fileprivate static let suffix = ".json"
}

extension FileRecords: ImmediateRecords {
  package func keysAtOnce(where index: [String: String]) throws(OAuthError) -> [String] {
    if let name = index["name"], let keys = hints.keys(named: name) { return keys }
    guard let folder = try PrivateFolder.open(directory) else { return [] }
    // Temporary files that a crash left behind have other names.
    return try folder.names(endingIn: Self.suffix).map { String($0.dropLast(Self.suffix.count)) }
  }

  package func contentAtOnce(of key: String) throws(OAuthError) -> [UInt8]? {
    try PrivateFolder.open(directory)?.read(Self.file(key))?.bytes
  }
}

/// A token store of one file for each account.
public typealias FileTokenStore = RecordTokenStore<FileRecords>

extension RecordTokenStore where Records == FileRecords {
  /// Creates a token store in a folder, which is made when the first session is saved.
  ///
  /// - Parameters:
  ///   - directory: The path of the folder; slashes at its end are dropped.
  ///   - environment: What waits while another process has an account's lock.
  public init(directory: String, environment: RuntimeEnvironment = .live) {
    self.init(FileRecords(directory: directory, environment: environment))
  }

  /// The sessions that match a filter, sorted by name, read at once on this thread: for programs that have
  /// to start fast.
  ///
  /// It changes nothing but file permissions that are too wide. A damaged file stays where it is; the other
  /// functions set it aside.
  ///
  /// - Parameter filter: Which sessions are wanted; all unless given.
  /// - Throws: `OAuthError` with `storeFailed` when a file cannot be read or a newer version wrote it,
  ///   `storeLocked` when it is sealed, or `storeDamaged` naming the file. None of them means that there is
  ///   no session.
  public func readSessions(_ filter: AccountFilter = .all) throws(OAuthError) -> [StoredSession] {
    try records.sessionsAtOnce(filter)
  }

  /// The one session with this name, read at once on this thread. Nil if there is no match, or more than
  /// one.
  ///
  /// It reads one file for a name, whatever the number of accounts.
  ///
  /// - Parameter name: The name of the session; nil for the default account's session or, without a default
  ///   account, the only one.
  /// - Throws: As ``readSessions(_:)``.
  public func readSession(named name: String?) throws(OAuthError) -> StoredSession? {
    try records.sessionAtOnce(named: name)
  }
}
