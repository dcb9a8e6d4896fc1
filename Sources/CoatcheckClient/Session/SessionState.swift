// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Synchronization
import CoatcheckFoundation

/// The state that a session shares with its refresher: the newest tokens or the reason of the end, the
/// status, and the listeners.
final class SessionState: Sendable {
  private struct Content {
    var current: Result<Snapshot, OAuthError>
    var status: SessionStatus = .active
    var events = Listeners<SessionEvent>()
    var statuses = Listeners<SessionStatus>()
  }

  private let content: Mutex<Content>
  /// The copies of the access token for ``freshToken()``. They are updated while the lock of `content`
  /// is held.
  private let tokens: TokenStripes
  private let leeway: TimeInterval
  private let environment: RuntimeEnvironment

  init(_ stored: StoredSession, leeway: TimeInterval, environment: RuntimeEnvironment) {
    self.leeway = leeway
    self.environment = environment
    let snapshot = Snapshot(stored, leeway: leeway, environment: environment)
    content = Mutex(Content(current: .success(snapshot)))
    tokens = TokenStripes(snapshot)
  }

  deinit {
    content.withLock { content in
      content.events.finish()
      content.statuses.finish()
    }
  }

  /// The newest tokens.
  ///
  /// - Throws: `sessionEnded`.
  func snapshot() throws(OAuthError) -> Snapshot {
    try content.withLock { $0.current }.get()
  }

  /// The access token if it is not about to expire, else nil. This is the fast path: it switches no
  /// threads and copies nothing else.
  ///
  /// - Throws: `sessionEnded`.
  func freshToken() throws(OAuthError) -> Secret? {
    // The clocks are read before the lock is taken: it is held for two comparisons and a copy.
    let (wall, steady) = (environment.now(), environment.uptime())
    if let token = tokens.fresh(wall, steady) { return token }
    _ = try snapshot()
    return nil
  }

  var status: SessionStatus { content.withLock { $0.status } }

  /// Replaces the tokens in memory, unless the session has ended.
  func publish(_ stored: StoredSession) {
    let snapshot = Snapshot(stored, leeway: leeway, environment: environment)
    change(to: .active, telling: .refreshed(generation: stored.generation)) {
      $0.current = .success(snapshot)
    }
  }

  /// Sets the status that the tokens are being replaced.
  func beginRefresh() {
    change(to: .refreshing, telling: nil) { _ in }
  }

  /// Reports that the tokens could not be replaced. The current ones stay in use.
  func fail(_ error: OAuthError) {
    change(to: .stale(error), telling: .failed(error)) { content in
      // An interrupted refresh is repeated only once, so its marker is removed.
      guard case .success(let snapshot) = content.current, snapshot.stored.refreshMarker != nil
      else { return }
      var stored = snapshot.stored
      stored.refreshMarker = nil
      content.current = .success(Snapshot(stored, leeway: leeway, environment: environment))
    }
  }

  /// Ends the session. Only the first end counts.
  func end(_ error: OAuthError, _ event: SessionEvent) {
    change(to: .ended(error.endReason ?? .refused), telling: event) { content in
      content.current = .failure(error)
    }
    content.withLock { content in
      guard case .failure = content.current else { return }
      content.events.finish()
      content.statuses.finish()
    }
  }

  private func change(
    to status: SessionStatus, telling event: SessionEvent?, _ change: (inout Content) -> Void
  ) {
    content.withLock { content in
      guard case .success = content.current else { return }
      change(&content)
      follow(content.current)
      if let event { content.events.tell(event) }
      if content.status != status {
        content.status = status
        content.statuses.tell(status)
      }
    }
  }

  private func follow(_ current: Result<Snapshot, OAuthError>) {
    switch current {
    case .success(let snapshot): tokens.replace(snapshot)
    case .failure: tokens.close()
    }
  }

  /// A stream of the events from now on.
  func events() -> AsyncStream<SessionEvent> {
    content.withLock { content in
      guard case .success(let snapshot) = content.current else { return .ended() }
      return content.events.join(
        first: .obtained(generation: snapshot.stored.generation), buffering: 64
      ) { [weak self] number in self?.content.withLock { $0.events.leave(number) } }
    }
  }

  /// A stream of the status, beginning with the current one. A slow reader receives the latest
  /// status only.
  func statuses() -> AsyncStream<SessionStatus> {
    content.withLock { content in
      guard case .success = content.current else { return .ended(after: content.status) }
      return content.statuses.join(first: content.status, buffering: 1) { [weak self] number in
        self?.content.withLock { $0.statuses.leave(number) }
      }
    }
  }
}
