// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth

/// Bytes that are kept under a key.
public struct StoredRecord: Sendable, Equatable {
  /// The key: at most 64 lower-case letters and digits.
  public let key: String
  /// The values by which the record can be found besides its key, by the name of the field. They are also
  /// part of the content.
  ///
  /// A session has `issuer`, `client_id`, `subject`, `name` and perhaps `provider`.
  public let index: [String: String]
  /// The content in bytes, which the store does not interpret.
  public let content: [UInt8]
  /// When a keychain lets the record be read; nil for the class it has, or the keychain's own for a new one.
  /// Other stores have no such thing.
  public let accessibility: KeychainAccessibility?

  /// Creates a record.
  ///
  /// - Parameters:
  ///   - key: The key: at most 64 lower-case letters and digits.
  ///   - index: The values by which the record can be found besides its key, by the name of the field.
  ///   - content: The content, which the store does not interpret.
  ///   - accessibility: When a keychain lets the record be read; nil for the class it has, or the
  ///     keychain's own for a new one.
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

/// A store of records: a folder, a keychain, a table of a database. ``RecordTokenStore`` makes a
/// ``TokenStore`` of it.
///
/// Every function throws `OAuthError` with `storeFailed` when the place cannot be used now, and with
/// `storeLocked` when the user has to unlock it first, or a key is needed. Its content is not changed then.
public protocol RecordStore: Sendable {
  /// Where the records are and what protects them.
  var place: StoreLocation { get }

  /// The keys of the records with these index values, in ascending order.
  ///
  /// - Parameters:
  ///   - index: The values by the name of the field; none for every record. A store without an index may
  ///     return more keys than match.
  ///   - after: Only greater keys than this one; nil for all.
  ///   - limit: The maximum number of keys; nil for no limit.
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`, which never means that there is no record.
  func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String]

  /// The content of a record; nil if there is no such record.
  ///
  /// - Parameter key: The key of the record.
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`; `storeDamaged` where the store itself
  ///   finds that the record was changed. None of them means that there is no record.
  func read(_ key: String) async throws(OAuthError) -> [UInt8]?

  /// Stores a record durably, in place of the one with the same key: whatever happens, there is either the
  /// old or the new one. A writer waits for the lock of the record's key.
  ///
  /// - Throws: `OAuthError` with `storeFailed`, also when the record is too long or its lock cannot be had
  ///   in time; `storeLocked`; `misused` when the place cannot keep the record in the way that it is
  ///   configured; `cancelled` when the task is cancelled while it waits for the lock. The old record is
  ///   still there then.
  func write(_ record: StoredRecord) async throws(OAuthError)

  /// Removes a record, under the same lock. A missing record is not an error.
  ///
  /// - Parameter key: The key of the record.
  /// - Throws: `OAuthError` with `storeFailed`, `storeLocked` or `cancelled`; the record may still be there
  ///   then.
  func remove(_ key: String) async throws(OAuthError)

  /// Moves a damaged record out of the way without deleting it, if its content still is the one that was
  /// read.
  ///
  /// - Parameters:
  ///   - key: The key of the record.
  ///   - content: The content that was read. A record with other content stays where it is.
  /// - Returns: Where it was moved to, as text to display; nil when it was left alone.
  /// - Throws: `OAuthError` with `storeFailed` or `storeLocked`; the record is still there then.
  func setAside(_ key: String, ifStill content: [UInt8]) async throws(OAuthError) -> String?

  /// What to call a record in an error, such as the path of its file.
  ///
  /// - Parameter key: The key of the record, which need not exist.
  func location(of key: String) -> String

  /// Runs `body` while no other task, in any process, holds the same lock. A body may request the lock it
  /// has.
  ///
  /// - Parameters:
  ///   - lock: The lock, which says how long it is waited for.
  ///   - body: What runs while the lock is held. The lock is released when it returns or throws.
  /// - Throws: What `body` throws; `OAuthError` with `storeFailed` when the lock cannot be had within its
  ///   patience, or `cancelled` when the task is cancelled while waiting for it: `body` did not run then.
  func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}
