// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Synchronization

/// Records that are encrypted with a key which is kept elsewhere.
///
/// The store below sees neither their content nor the values by which they are found, and cannot exchange
/// two of them. It still sees how many there are, how long they are, and when they change; and it can put
/// back an older version of one.
///
/// - A record sealed with another key is an error, `storeLocked`, which names both.
/// - A record that was changed is set aside, and is an error, `storeDamaged`.
/// - A record that is not sealed is refused with `storeFailed`: any process that can write here could have
///   planted it.
public struct SealedRecords<Base: RecordStore>: RecordStore {
  /// The store that keeps the encrypted records.
  public let base: Base
  /// Where the key is.
  public let source: any SealingKeySource
  private let cache: KeyCache

  /// Creates a store that encrypts the records of another one.
  ///
  /// - Parameters:
  ///   - base: The store that keeps the encrypted records.
  ///   - source: Where the key is. It is asked at the first record, and a key is made there when the first
  ///     record is written.
  public init(_ base: Base, source: any SealingKeySource) {
    self.base = base
    self.source = source
    cache = KeyCache()
  }

  /// Where the records are, and where the key is.
  public var place: StoreLocation {
    StoreLocation(
      kind: "sealed-" + base.place.kind, location: base.place.location,
      protection: .sealed(key: source.name))
  }

  /// The keys of the records with these index values.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    guard !index.isEmpty else {
      return try await base.keys(where: [:], after: after, limit: limit)
    }
    guard let key = try await key() else {
      // Without a key there are no records, or none that can be decrypted; reading them shows which.
      return try await base.keys(where: [:], after: after, limit: limit)
    }
    return try await base.keys(where: Self.blind(index, key), after: after, limit: limit)
  }

  /// The content of a record, decrypted; nil if there is no such record.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? {
    guard let sealed = try await base.read(key) else { return nil }
    do throws(OAuthError) {
      return try await open(sealed, record: key)
    } catch  where error.code == .storeDamaged {
      guard let aside = try await base.setAside(key, ifStill: sealed) else { throw error }
      throw .unreadable(.storeDamaged, "\(error.reason) It was set aside as \(aside).")
    }
  }

  private func open(_ sealed: [UInt8], record: String) async throws(OAuthError) -> [UInt8] {
    let location = base.location(of: record)
    let envelope = try Sealing.Envelope(sealed, location: location)
    var key = try await key()
    if let other = key, other.id != envelope.key {
      cache.forget()
      source.forgetCopy()
      key = try await self.key()
    }
    guard let key else { throw missing(envelope.key, location) }
    return try Sealing.open(sealed, key: key, record: record, location: location)
  }

  /// Encrypts a record and stores it.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    let key = try await keyToWrite()
    try await base.write(
      StoredRecord(
        key: record.key, index: Self.blind(record.index, key),
        content: try Sealing.seal(record.content, key: key, record: record.key),
        accessibility: record.accessibility))
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) { try await base.remove(key) }

  /// Moves a damaged record out of the way.
  ///
  /// - Parameters:
  ///   - key: The key of the record.
  ///   - content: The content as it was read, decrypted. A record that has other content by now stays.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    guard let sealed = try await base.read(key),
      try await open(sealed, record: key) == content
    else { return nil }
    return try await base.setAside(key, ifStill: sealed)
  }

  /// What to call a record in an error.
  public func location(of key: String) -> String { base.location(of: key) }

  /// Runs `body` while no other task holds the same lock.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await base.withLock(lock, body)
  }

  private func key() async throws(OAuthError) -> SealingKey? {
    if let key = cache.key { return key }
    let key = try await source.key()
    cache.key = key
    return key
  }

  /// The key, which is made if there is no key and nothing is sealed yet.
  private func keyToWrite() async throws(OAuthError) -> SealingKey {
    if let key = try await key() { return key }
    // A new key next to records of a lost key would hide the loss.
    for record in try await base.keys(where: [:], after: nil, limit: nil) {
      guard let sealed = try await base.read(record) else { continue }
      // Another process may have made the key before it wrote this record.
      if let key = try await key() { return key }
      let location = base.location(of: record)
      throw missing(try Sealing.Envelope(sealed, location: location).key, location)
    }
    let key = try await source.makeKey()
    cache.key = key
    return key
  }

  private func missing(_ id: String, _ location: String) -> OAuthError {
    .unreachable(
      .storeLocked,
      "The record \(location) is sealed with the key \(id), and there is no key in \(source.name).")
  }

  private static func blind(_ index: [String: String], _ key: SealingKey) -> [String: String] {
    var blind: [String: String] = [:]
    for (field, value) in index { blind[field] = Sealing.blind(value, of: field, key: key) }
    return blind
  }
}

extension SealedRecords: ImmediateRecords where Base: ImmediateRecords {
  package func keysAtOnce(where index: [String: String]) throws(OAuthError) -> [String] {
    guard !index.isEmpty else { return try base.keysAtOnce(where: [:]) }
    return try base.keysAtOnce(where: Self.blind(index, try ready()))
  }

  package func contentAtOnce(of key: String) throws(OAuthError) -> [UInt8]? {
    guard let sealed = try base.contentAtOnce(of: key) else { return nil }
    return try Sealing.open(sealed, key: try ready(), record: key, location: base.location(of: key))
  }

  /// The key, if it is available without waiting.
  private func ready() throws(OAuthError) -> SealingKey {
    if let key = cache.key { return key }
    guard let key = try source.keyAtOnce() else {
      throw .unreachable(.storeLocked, "The key in \(source.name) is not available at once.")
    }
    cache.key = key
    return key
  }
}

/// The cached key of a store.
private final class KeyCache: Sendable {
  private let known = Mutex<SealingKey?>(nil)

  var key: SealingKey? {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }

  func forget() { key = nil }
}
