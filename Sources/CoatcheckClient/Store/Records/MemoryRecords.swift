// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Synchronization

/// Records in the memory of the program: they are lost when it ends.
public final class MemoryRecords: RecordStore {
  private let records: Mutex<[String: StoredRecord]>
  private let locks = Mutex<[StoreLock: AsyncLock]>([:])

  /// Creates a store with these records in it.
  ///
  /// - Parameter records: The records; of several with the same key the last one counts.
  public init(_ records: [StoredRecord] = []) {
    self.records = Mutex(
      Dictionary(records.map { ($0.key, $0) }, uniquingKeysWith: { _, last in last }))
  }

  /// The memory of this program.
  public var place: StoreLocation {
    StoreLocation(kind: "memory", location: "this program", protection: .memory)
  }

  /// The keys of the records with these index values, in ascending order.
  public func keys(where index: [String: String], after: String?, limit: Int?) async -> [String] {
    let keys = records.withLock { records in
      records.values.lazy
        .filter { record in index.allSatisfy { record.index[$0.key] == $0.value } }
        .map(\.key).filter { after == nil || $0 > after ?? "" }.sorted()
    }
    return Array(keys.prefix(limit ?? keys.count))
  }

  /// The content of a record; nil if there is no such record.
  public func read(_ key: String) async -> [UInt8]? {
    records.withLock { $0[key]?.content }
  }

  /// Keeps a record.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    try await alone(with: record.key) { self.records.withLock { $0[record.key] = record } }
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) {
    try await alone(with: key) { self.records.withLock { $0[key] = nil } }
  }

  private func alone(
    with key: String, _ change: @Sendable () -> Void
  ) async throws(OAuthError) {
    do {
      try await withLock(.record(key)) { change() }
    } catch {
      throw OAuthError.known(error) ?? .store("\(error)")
    }
  }

  /// Moves a damaged record out of the way.
  public func setAside(_ key: String, ifStill content: [UInt8]) async -> String? {
    records.withLock { records in
      guard let record = records[key], record.content == content else { return nil }
      records[key] = nil
      let names = (1...).lazy.map { "\(key).\($0).damaged" }
      guard let aside = names.first(where: { records[$0] == nil }) else { return nil }
      records[aside] = StoredRecord(key: aside, content: content)
      return aside
    }
  }

  /// What to call a record in an error.
  public func location(of key: String) -> String { "\(key) in memory" }

  /// Runs `body` while no other task holds the same lock of these records.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let hold = "\(ObjectIdentifier(self)) \(lock.key)"
    if Hold.isActive(hold) { return try await body() }
    let queue = locks.withLock { locks in
      let queue = locks[lock] ?? AsyncLock()
      locks[lock] = queue
      return queue
    }
    try await queue.lock()
    defer { queue.unlock() }
    return try await Hold(hold).run(body)
  }
}

/// A token store for as long as the program runs.
public typealias MemoryTokenStore = RecordTokenStore<MemoryRecords>

extension RecordTokenStore where Records == MemoryRecords {
  /// A store with these sessions in it.
  public init(_ sessions: [StoredSession] = []) {
    self.init(MemoryRecords(sessions.map(SessionRecord.record)))
  }
}
