// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
public import CoatcheckFoundation
public import CoatcheckOAuth
import Synchronization

/// A session store in the memory of the program: for tests, and for a website of one process in
/// development.
public final class MemoryWebSessions: WebSessionStore {
  private struct State {
    var sessions: [String: WebSessionRecord] = [:]
    var claimed: [String: Date] = [:]
    var ended = EndedGroups()
  }

  private let limit: Int
  private let state = Mutex(State())
  private let locks = MemoryLocks()

  /// Creates an empty store.
  ///
  /// - Parameter limit: The maximum number of sessions, and of claimed ids. One more is not added, and
  ///   `storeFailed` is thrown: a claimed id that was forgotten to make room could be repeated.
  public init(limit: Int = 100_000) { self.limit = limit }

  /// See ``WebSessionStore/claim(_:until:at:)``.
  public func claim(
    _ id: String, until end: Date, at now: Date
  ) async throws(OAuthError) -> Bool {
    try WebSessionText.check(id, as: "id")
    return try state.withLock { state throws(OAuthError) in
      if let taken = state.claimed[id], now < taken { return false }
      if state.claimed.count >= limit {
        state.claimed = state.claimed.filter { now < $0.value }
        guard state.claimed.count < limit else { throw .store("the memory for claims is full") }
      }
      state.claimed[id] = end
      return true
    }
  }

  /// See ``WebSessionStore/release(_:)``.
  public func release(_ id: String) async throws(OAuthError) {
    _ = state.withLock { $0.claimed.removeValue(forKey: id) }
  }

  /// See ``WebSessionStore/open(_:replacing:at:)``.
  public func open(
    _ record: WebSessionRecord, replacing replaced: String?, at now: Date
  ) async throws(OAuthError) -> Bool {
    try WebSessionText.check(record)
    return try state.withLock { state throws(OAuthError) in
      if state.ended.contain(record, at: now) { return false }
      guard state.sessions[record.key] == nil else { throw .sessionExists }
      guard state.sessions.count < limit else { throw .store("the memory for sessions is full") }
      state.sessions[record.key] = record
      if let replaced, replaced != record.key { state.sessions[replaced] = nil }
      return true
    }
  }

  /// See ``WebSessionStore/session(_:at:)``.
  public func session(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionRecord? {
    state.withLock { $0.sessions[key] }.flatMap { $0.isOver(at: now) ? nil : $0 }
  }

  /// See ``WebSessionStore/state(_:at:)``.
  public func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState? {
    try await session(key, at: now)?.state
  }

  /// See ``WebSessionStore/touch(_:idlesAt:at:)``.
  public func touch(_ key: String, idlesAt: Date, at now: Date) async throws(OAuthError) {
    state.withLock { state in
      guard let found = state.sessions[key], !found.isOver(at: now) else { return }
      state.sessions[key]?.idlesAt = max(found.idlesAt, idlesAt)
    }
  }

  /// See ``WebSessionStore/change(_:from:to:at:)``.
  public func change(
    _ key: String, from version: Int, to content: [UInt8], at now: Date
  ) async throws(OAuthError) -> Bool {
    state.withLock { state in
      guard let found = state.sessions[key], !found.isOver(at: now), found.version == version
      else { return false }
      state.sessions[key]?.content = content
      state.sessions[key]?.version += 1
      return true
    }
  }

  /// See ``WebSessionStore/end(_:)``.
  public func end(_ key: String) async throws(OAuthError) -> WebSessionRecord? {
    state.withLock { $0.sessions.removeValue(forKey: key) }
  }

  /// See ``WebSessionStore/end(_:startedBefore:until:at:)``.
  public func end(
    _ group: WebSessionGroup, startedBefore time: Date, until end: Date, at now: Date
  ) async throws(OAuthError) -> [WebSessionRecord] {
    try WebSessionText.check(group)
    return state.withLock { state in
      state.ended.add(group, startedBefore: time, until: end)
      let removed = state.sessions.values.filter { group.contains($0) && $0.startedAt < time }
      for record in removed { state.sessions[record.key] = nil }
      return removed
    }
  }

  /// See ``WebSessionStore/sweep(limit:at:)``.
  public func sweep(limit: Int, at now: Date) async throws(OAuthError) -> [WebSessionRecord] {
    state.withLock { state in
      state.claimed = state.claimed.filter { now < $0.value }
      state.ended.forget(at: now)
      let removed = state.sessions.values.lazy.filter { $0.isOver(at: now) }.prefix(max(limit, 0))
      let records = Array(removed)
      for record in records { state.sessions[record.key] = nil }
      return records
    }
  }

  /// See ``WebSessionStore/withLock(_:_:)``. It waits for as long as the lock is held.
  public func withLock<Value: Sendable>(
    _ key: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try WebSessionText.check(key: key)
    return try await locks.withLock(key, body)
  }
}

extension OAuthError {
  /// The error for a session whose key is in the store already.
  package static var sessionExists: OAuthError { .store("there is a session with this key") }
}
