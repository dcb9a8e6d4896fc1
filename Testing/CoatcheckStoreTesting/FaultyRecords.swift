// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckOAuth
import Synchronization

/// A record store that fails on demand, for tests of how a program handles such a failure.
///
/// ```swift
/// let records = FaultyRecords(MemoryRecords())
/// let store = RecordTokenStore(records)
/// records.fail(.write, with: .diskFull, onCall: 2)
/// ```
public final class FaultyRecords<Base: RecordStore>: RecordStore {
  /// The store that keeps the records.
  public let base: Base
  /// The location of the records.
  public let place: StoreLocation

  private struct Plan {
    let function: RecordFunction
    let fault: RecordFault
    /// The number of the function's call that fails; nil for all.
    let call: Int?
  }

  private struct State {
    var plans: [Plan] = []
    var calls: [RecordFunction: Int] = [:]
  }

  private let state = Mutex(State())

  /// Wraps a record store; no function fails yet.
  public convenience init(_ base: Base) { self.init(base, at: base.place) }

  /// Wraps these records, as if they were in another place. No call fails yet.
  package init(_ base: Base, at place: StoreLocation) {
    self.base = base
    self.place = place
  }

  /// Makes a function fail.
  ///
  /// - Parameters:
  ///   - function: The function that fails.
  ///   - fault: How it fails.
  ///   - call: The number of the call that fails, counted from now and from 1; nil makes every call fail
  ///     until ``mend()``.
  public func fail(
    _ function: RecordFunction, with fault: RecordFault, onCall call: Int? = nil
  ) {
    state.withLock { state in
      let done = state.calls[function] ?? 0
      state.plans.append(Plan(function: function, fault: fault, call: call.map { done + $0 }))
    }
  }

  /// Removes all faults: no function fails after this.
  public func mend() { state.withLock { $0.plans = [] } }

  /// The number of calls of a function so far, also of those that failed.
  public func calls(of function: RecordFunction) -> Int {
    state.withLock { $0.calls[function] ?? 0 }
  }

  /// Counts a call, and returns its fault, if one is planned.
  private func fault(_ function: RecordFunction) -> RecordFault? {
    state.withLock { state in
      let call = (state.calls[function] ?? 0) + 1
      state.calls[function] = call
      return state.plans.first {
        $0.function == function && ($0.call == nil || $0.call == call)
      }?.fault
    }
  }

  /// The keys of the records with these index values, from ``base``.
  public func keys(
    where index: [String: String], after: String?, limit: Int?
  ) async throws(OAuthError) -> [String] {
    let fault = fault(.keys)
    try fault?.throwBefore()
    let keys = try await base.keys(where: index, after: after, limit: limit)
    try fault?.throwAfter()
    return keys
  }

  /// Reads a record; with ``RecordFault/damaged`` only the first half of its content is returned.
  public func read(_ key: String) async throws(OAuthError) -> [UInt8]? {
    let fault = fault(.read)
    try fault?.throwBefore()
    let content = try await base.read(key)
    try fault?.throwAfter()
    guard fault?.kind == .damage, let content else { return content }
    return Array(content.prefix(content.count / 2))
  }

  /// Writes a record; with ``RecordFault/damaged`` only the first half of its content is stored.
  public func write(_ record: StoredRecord) async throws(OAuthError) {
    let fault = fault(.write)
    try fault?.throwBefore()
    let half = Array(record.content.prefix(record.content.count / 2))
    let content = fault?.kind == .damage ? half : record.content
    try await base.write(
      StoredRecord(
        key: record.key, index: record.index, content: content, accessibility: record.accessibility)
    )
    try fault?.throwAfter()
  }

  /// Removes a record.
  public func remove(_ key: String) async throws(OAuthError) {
    let fault = fault(.remove)
    try fault?.throwBefore()
    try await base.remove(key)
    try fault?.throwAfter()
  }

  /// Moves a damaged record to another place.
  public func setAside(
    _ key: String, ifStill content: [UInt8]
  ) async throws(OAuthError) -> String? {
    let fault = fault(.setAside)
    try fault?.throwBefore()
    let place = try await base.setAside(key, ifStill: content)
    try fault?.throwAfter()
    return place
  }

  /// The location of a record, for error messages.
  public func location(of key: String) -> String { base.location(of: key) }

  /// Runs `body` while no other task holds the same lock.
  public func withLock<Value: Sendable>(
    _ lock: StoreLock, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let fault = fault(.withLock)
    try fault?.throwBefore()
    let value = try await base.withLock(lock, body)
    try fault?.throwAfter()
    return value
  }
}

/// The functions of a record store that can be made to fail.
public enum RecordFunction: String, CaseIterable, Sendable, Hashable {
  /// Listing the keys.
  case keys
  /// Reading a record.
  case read
  /// Writing a record.
  case write
  /// Removing a record.
  case remove
  /// Moving a damaged record to another place.
  case setAside
  /// Taking the lock for exclusive access.
  case withLock
}

/// How a function of a record store fails.
public struct RecordFault: Sendable, Hashable {
  enum Kind: Sendable, Hashable { case before, after, damage }

  let kind: Kind
  let code: OAuthError.Code
  let reason: String

  /// There is no space for the record: `storeFailed`. Nothing is changed.
  public static let diskFull = failing("No space left on device.")
  /// The store cannot be written: `storeFailed`. Nothing is changed.
  public static let readOnly = failing("Read-only file system.")
  /// The user has to unlock the store first: `storeLocked`. Nothing is changed.
  public static let locked = RecordFault(
    kind: .before, code: .storeLocked, reason: "The store is locked.")
  /// A read returns, and a write stores, only the first half of the content, without an error.
  public static let damaged = RecordFault(kind: .damage, code: .storeDamaged, reason: "")

  /// The function throws `unreachable` with the code `storeFailed`, before anything is done.
  ///
  /// - Parameter reason: The reason of the error, a sentence.
  public static func failing(_ reason: String) -> RecordFault {
    RecordFault(kind: .before, code: .storeFailed, reason: reason)
  }

  /// The function does everything and throws `storeFailed` afterwards, as if the program had been stopped
  /// right then.
  ///
  /// - Parameter reason: The reason of the error, a sentence.
  public static func failingAfterwards(_ reason: String) -> RecordFault {
    RecordFault(kind: .after, code: .storeFailed, reason: reason)
  }

  func throwBefore() throws(OAuthError) {
    if kind == .before { throw .unreachable(code, reason) }
  }

  func throwAfter() throws(OAuthError) {
    if kind == .after { throw .unreachable(code, reason) }
  }
}
