// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Bytes that are kept under a key.
public struct StoredRecord: Sendable, Equatable {
  /// The key: at most 64 lower-case letters and digits.
  public let key: String
  /// By what else the record can be found. It tells the same as the content.
  public let index: [String: String]
  /// The bytes.
  public let content: [UInt8]
  /// When a keychain lets the record be read; nil for the class it has, or the keychain's own for a new one.
  /// Other stores have no such thing.
  public let accessibility: KeychainAccessibility?

  /// A record.
  public init(
    key: String, index: [String: String] = [:], content: [UInt8],
    accessibility: KeychainAccessibility? = nil
  ) {
    self.key = key
    self.index = index
    self.content = content
    self.accessibility = accessibility
  }
}

/// What keeps records: a folder, a keychain, a table. ``RecordTokenStore`` makes a ``TokenStore``
/// of it.
///
/// Every function throws `OAuthError` with `storeFailed` when the place cannot be used now, and
/// with
/// `storeLocked` when the user has to unlock it first, or a key is needed. Its content is not
/// changed then.
public protocol RecordStore: Sendable {
  /// Where the records are and what protects them.
  var place: StoreLocation { get }

  /// The keys of the records with these index values, in ascending order.
  ///
  /// - Parameters:
  ///   - index: The values; none for every record. A store without an index may return more keys
  ///     than fit.
  ///   - after: Only greater keys than this one.
  ///   - limit: How many keys at most.
  func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String]

  /// The content of a record; nil if there is no such record.
  func read(_ key: String) async throws(OAuthError) -> [UInt8]?

  /// Keeps a record durably, in place of the one with the same key: whatever happens, there is
  /// either the old or the new one. A writer waits for the lock of the record's key.
  func write(_ record: StoredRecord) async throws(OAuthError)

  /// Removes a record, under the same lock. A missing record is not an error.
  func remove(_ key: String) async throws(OAuthError)

  /// Moves a damaged record out of the way without deleting it, if its content still is the one
  /// that was read.
  ///
  /// - Returns: Where it was moved to; nil when it was left alone.
  func setAside(_ key: String, ifStill content: [UInt8]) async throws(OAuthError) -> String?

  /// What to call a record in an error: the path of its file.
  func location(of key: String) -> String

  /// Runs `body` while no other task, in any process, holds the same lock. A body may request the
  /// lock it has.
  func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}
