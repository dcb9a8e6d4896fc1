// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Records as files, one each, in a folder which only this user can look into.
///
/// - A file is replaced as a whole and on the disk before ``write(_:)`` returns.
/// - Rights that are too wide are taken away, a symbolic link is refused.
/// - A file holds the record in the clear, protected by its rights (0600, in a folder of 0700) alone.
public struct FileRecords: RecordStore {
  /// The folder, without a slash at its end.
  public let directory: String
  private let locks: LockFolder

  /// Records in this folder; it is made when the first one is written.
  ///
  /// - Parameters:
  ///   - directory: The path of the folder.
  ///   - environment: What waits while another process has a lock.
  public init(directory: String, environment: Environment = .live) {
    var directory = directory[...]
    while directory.hasSuffix("/"), directory.count > 1 { directory.removeLast() }
    self.directory = String(directory)
    locks = LockFolder(path: self.directory, environment: environment)
  }

  /// The folder, with nothing but rights around it.
  public var place: StorePlace {
    StorePlace(kind: "file", location: directory, protection: .plainText)
  }

  /// The keys of all records: a folder has no index.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    let keys = try keys().filter { after == nil || $0 > after ?? "" }
    return Array(keys.prefix(limit ?? keys.count))
  }

  /// The keys of all records in ascending order, read at once on this thread.
  package func keys() throws(OAuthError) -> [String] {
    guard let folder = try PrivateFolder.open(directory) else { return [] }
    // What a crash left behind has other names.
    return try folder.names(endingIn: Self.suffix).map { String($0.dropLast(Self.suffix.count)) }
  }

  /// The content of a record; nil when there is none.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? { try content(of: key) }

  /// The content of a record, read at once on this thread: for programs that shall start fast.
  package func content(of key: String) throws(OAuthError) -> [UInt8]? {
    try PrivateFolder.open(directory)?.read(Self.file(key))?.bytes
  }

  /// Keeps a record durably.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    let (directory, name) = (directory, Self.file(record.key))
    try await locked(record.key) { () throws(OAuthError) in
      try PrivateFolder.create(directory).replace(name, with: record.content)
    }
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) {
    let (directory, name) = (directory, Self.file(key))
    guard try PrivateFolder.open(directory) != nil else { return }
    try await locked(key) { () throws(OAuthError) in
      try PrivateFolder.open(directory)?.remove(name)
    }
  }

  /// Renames a damaged file to `*.damaged`.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    // Only under the lock it is certain that the file isn't being replaced by a good one just now.
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

  /// Runs `body` while nobody else, in any process, is inside for the same lock of this folder.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await locks.withLock(lock, body)
  }

  /// Does blocking work on a thread of its own while nobody else writes the record.
  private func locked(
    _ key: String, _ work: @escaping @Sendable () throws(OAuthError) -> Void
  ) async throws(OAuthError) {
    do {
      try await locks.withLock(.record(key)) { try await BlockingWork.run(work) }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }

  private static func file(_ key: String) -> String { key + suffix }
  private static let suffix = ".json"
}

/// A token store of one file for each account.
public typealias FileTokenStore = RecordTokenStore<FileRecords>

extension RecordTokenStore where Records == FileRecords {
  /// A store in this folder; it is made when the first session is saved.
  ///
  /// - Parameters:
  ///   - directory: The path of the folder.
  ///   - environment: What waits while another process has an account's lock.
  public init(directory: String, environment: Environment = .live) {
    self.init(FileRecords(directory: directory, environment: environment))
  }

  /// All sessions, by name, read at once on this thread: for programs that shall start fast.
  ///
  /// It changes nothing but rights that are too wide. A damaged file stays where it is; the other
  /// functions set it aside.
  ///
  /// - Throws: ``OAuthError`` with `storeFailed`, or `storeDamaged` naming the file.
  public func readSessions() throws(OAuthError) -> [StoredSession] {
    var sessions: [StoredSession] = []
    for key in try records.keys() where SessionRecord.isKey(key) {
      guard let content = try records.content(of: key) else { continue }
      sessions.append(
        try SessionRecord.session(content, key: key, location: records.location(of: key)))
    }
    return sessions.sorted { $0.name < $1.name }
  }
}
