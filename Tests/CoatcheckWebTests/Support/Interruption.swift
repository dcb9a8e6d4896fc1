// SPDX-License-Identifier: Apache-2.0
import CoatcheckWeb
import Synchronization
import TestKit

/// An action that runs once, at a certain point of the work of a website.
final class Interruption: Sendable {
  /// The point at which it runs.
  enum Point: String, CaseIterable {
    case beforeTheClaim, afterTheClaim
    case beforeTheTokenRequest, afterTheTokenRequest
    case beforeTheSessionIsOpened, afterTheSessionIsOpened
    case beforeTheSessionIsRead, afterTheSessionIsRead
    case beforeTokensAreStored, afterTokensAreStored
  }

  private struct Waiting {
    let point: Point
    let act: @Sendable () async throws -> Void
  }

  private let waiting = Mutex<Waiting?>(nil)

  /// Whether the action has run, or none was set.
  var isDone: Bool { waiting.withLock { $0 == nil } }

  /// Sets the action that runs the next time the point is reached.
  func set(at point: Point, _ act: @escaping @Sendable () async throws -> Void) {
    waiting.withLock { $0 = Waiting(point: point, act: act) }
  }

  /// Runs the action that was set for this point.
  func reach(_ point: Point) async {
    let found = waiting.withLock { waiting -> Waiting? in
      guard waiting?.point == point else { return nil }
      defer { waiting = nil }
      return waiting
    }
    do {
      try await found?.act()
    } catch {
      Issue.record(error)
    }
  }
}

/// A time in which a store cannot be used.
final class Outage: Sendable {
  private let state = Mutex(false)

  var isNow: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func check() throws(OAuthError) {
    if isNow { throw .unreachable(.storeFailed, "The store cannot be used now.") }
  }
}

/// The store of a website, which interrupts before and after its calls.
struct InterruptedSessions: WebSessionStore {
  let inner: any WebSessionStore
  let interruption: Interruption
  /// While it lasts, no group of sessions ends, and no claim is released.
  var outage = Outage()

  func claim(
    _ id: String, until end: Date, at now: Date
  ) async throws(OAuthError) -> Bool {
    // Only claims of sign-ins are interrupted: a claim of a logout token belongs to the interruption
    // itself.
    guard id.hasPrefix("sign-in:") else { return try await inner.claim(id, until: end, at: now) }
    await interruption.reach(.beforeTheClaim)
    let isFirst = try await inner.claim(id, until: end, at: now)
    await interruption.reach(.afterTheClaim)
    return isFirst
  }

  func release(_ id: String) async throws(OAuthError) {
    try outage.check()
    try await inner.release(id)
  }

  func open(
    _ record: WebSessionRecord, replacing replaced: String?, at now: Date
  ) async throws(OAuthError) -> Bool {
    await interruption.reach(.beforeTheSessionIsOpened)
    let isOpen = try await inner.open(record, replacing: replaced, at: now)
    await interruption.reach(.afterTheSessionIsOpened)
    return isOpen
  }

  func session(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionRecord? {
    try await inner.session(key, at: now)
  }

  func state(_ key: String, at now: Date) async throws(OAuthError) -> WebSessionState? {
    await interruption.reach(.beforeTheSessionIsRead)
    let state = try await inner.state(key, at: now)
    await interruption.reach(.afterTheSessionIsRead)
    return state
  }

  func touch(_ key: String, idlesAt: Date, at now: Date) async throws(OAuthError) {
    try await inner.touch(key, idlesAt: idlesAt, at: now)
  }

  func change(
    _ key: String, from version: Int, to content: [UInt8], at now: Date
  ) async throws(OAuthError) -> Bool {
    await interruption.reach(.beforeTokensAreStored)
    let isChanged = try await inner.change(key, from: version, to: content, at: now)
    await interruption.reach(.afterTokensAreStored)
    return isChanged
  }

  func end(_ key: String) async throws(OAuthError) -> WebSessionRecord? {
    try await inner.end(key)
  }

  func end(
    _ group: WebSessionGroup, startedBefore time: Date, until end: Date, at now: Date
  ) async throws(OAuthError) -> [WebSessionRecord] {
    try outage.check()
    return try await inner.end(group, startedBefore: time, until: end, at: now)
  }

  func sweep(limit: Int, at now: Date) async throws(OAuthError) -> [WebSessionRecord] {
    try await inner.sweep(limit: limit, at: now)
  }

  func withLock<Value: Sendable>(
    _ key: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await inner.withLock(key, body)
  }
}
