// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tokens as they were at one moment, with the end of the access token on both clocks.
///
/// It is a reference, so that handing it out copies nothing.
final class Snapshot: Sendable {
  let stored: StoredSession
  /// When the access token ends and when it counts as spent, by the wall clock and by the clock that
  /// never jumps; nil when the end isn't known. They are worked out once: a look costs two clocks.
  private let end: (wall: Date, steady: Duration)?
  private let spent: (wall: Date, steady: Duration)?

  init(_ stored: StoredSession, leeway: TimeInterval, environment: Environment) {
    self.stored = stored
    guard let end = stored.expiry.date else {
      (self.end, spent) = (nil, nil)
      return
    }
    let lifetime = max(end.timeIntervalSince(stored.obtainedAt), 0)
    // A clock that was set back since must not make the token live longer than it ever did.
    let rest = min(max(end.timeIntervalSince(environment.now()), 0), lifetime)
    let steadyEnd = environment.uptime() + .seconds(min(rest, 1e9))
    // A token with a short life would be spent as soon as it is there.
    let leeway = min(leeway, lifetime / 2)
    self.end = (end, steadyEnd)
    spent = (end.addingTimeInterval(-leeway), steadyEnd - .seconds(leeway))
  }

  /// Whether the access token is about to end by either clock.
  func isSpent(_ environment: Environment) -> Bool {
    isSpent(environment.now(), environment.uptime())
  }

  func isSpent(_ wall: Date, _ steady: Duration) -> Bool {
    guard let spent else { return false }
    return wall >= spent.wall || steady >= spent.steady
  }

  /// Whether the access token has ended by either clock.
  func isExpired(_ environment: Environment) -> Bool {
    guard let end else { return false }
    return environment.now() >= end.wall || environment.uptime() >= end.steady
  }
}

/// What the session and its refresher share: the newest tokens, or the reason why there are none, and
/// who listens.
final class SessionState: Sendable {
  private struct Content {
    var current: Result<Snapshot, OAuthError>
    var listeners: [Int: AsyncStream<SessionEvent>.Continuation] = [:]
    var next = 0
  }

  private let content: Mutex<Content>
  private let leeway: TimeInterval
  private let environment: Environment

  init(_ stored: StoredSession, leeway: TimeInterval, environment: Environment) {
    self.leeway = leeway
    self.environment = environment
    let snapshot = Snapshot(stored, leeway: leeway, environment: environment)
    content = Mutex(Content(current: .success(snapshot)))
  }

  deinit {
    content.withLock { content in
      for listener in content.listeners.values { listener.finish() }
    }
  }

  /// The newest tokens.
  ///
  /// - Throws: `sessionEnded`.
  func snapshot() throws(OAuthError) -> Snapshot {
    try content.withLock { $0.current }.get()
  }

  /// The access token if it is good for a while, without a switch of threads and without copying
  /// anything else; nil when it is about to end.
  ///
  /// - Throws: `sessionEnded`.
  func freshToken() throws(OAuthError) -> Secret? {
    // The clocks are read before the lock is taken: it is held for two comparisons and a copy.
    let (wall, steady) = (environment.now(), environment.uptime())
    let token: Secret?? = content.withLock { content in
      guard case .success(let snapshot) = content.current else { return nil }
      return .some(snapshot.isSpent(wall, steady) ? nil : snapshot.stored.accessToken)
    }
    guard let token else {
      _ = try snapshot()
      return nil
    }
    return token
  }

  /// Puts newer tokens in place, unless the session is over.
  func publish(_ stored: StoredSession) {
    let snapshot = Snapshot(stored, leeway: leeway, environment: environment)
    tell(.refreshed(generation: stored.generation)) { $0.current = .success(snapshot) }
  }

  /// Ends the session. Only the first end counts.
  func end(_ error: OAuthError, _ event: SessionEvent) {
    tell(event) { $0.current = .failure(error) }
    let listeners = content.withLock { content in
      defer { content.listeners = [:] }
      return content.listeners.values.map { $0 }
    }
    for listener in listeners { listener.finish() }
  }

  private func tell(_ event: SessionEvent, _ change: (inout Content) -> Void) {
    let listeners: [AsyncStream<SessionEvent>.Continuation] = content.withLock { content in
      guard case .success = content.current else { return [] }
      change(&content)
      return content.listeners.values.map { $0 }
    }
    for listener in listeners { listener.yield(event) }
  }

  /// A stream of what happens from now on.
  func events() -> AsyncStream<SessionEvent> {
    let (stream, listener) = AsyncStream.makeStream(
      of: SessionEvent.self, bufferingPolicy: .bufferingNewest(64))
    let number: Int? = content.withLock { content in
      guard case .success(let snapshot) = content.current else { return nil }
      content.next += 1
      content.listeners[content.next] = listener
      listener.yield(.obtained(generation: snapshot.stored.generation))
      return content.next
    }
    guard let number else {
      listener.finish()
      return stream
    }
    listener.onTermination = { [weak self] _ in
      _ = self?.content.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }
}
