// SPDX-License-Identifier: Apache-2.0
// One file: the steps of a refresh share the state that only this actor changes.

import CoatcheckOAuth
import Logging
import CoatcheckFoundation

/// Replaces a session's tokens, one refresh at a time.
///
/// Within a session, concurrent callers share one refresh. Between sessions and programs the lock of
/// the store serializes the refreshes: its holder reads the store again, and adopts the stored tokens
/// if they were replaced meanwhile.
actor Refresher {
  private let account: AccountID
  private let role: SessionRole
  private let state: SessionState
  private let store: any TokenStore
  private let request: RefreshRequest

  private var flight: (after: StoredSession, result: SingleFlight<StoredSession>)?
  /// The tokens of a refresh that could not be stored. Their predecessors are used, so storing them is
  /// tried again first.
  private var unsaved: StoredSession?
  /// After a `Retry-After`: until this time, on the monotonic clock, no request is sent and the error
  /// is thrown again.
  private var pause: (until: Duration, error: OAuthError)?

  init(
    account: AccountID, role: SessionRole, state: SessionState, store: any TokenStore,
    request: RefreshRequest
  ) {
    self.account = account
    self.role = role
    self.state = state
    self.store = store
    self.request = request
  }

  private var environment: RuntimeEnvironment { request.runtime.environment }
  private var leeway: TimeInterval { request.runtime.leeway }
  private var metrics: SessionMetrics { request.metrics }
  private var logger: Logger { request.runtime.logger }

  /// Replaces the tokens that the caller has seen, or returns the tokens that replaced them already.
  ///
  /// - Throws: The error of the refresh, `sessionEnded` if it ended the session; `cancelled` when the
  ///   calling task is cancelled, while the refresh continues.
  func refreshed(after seen: StoredSession) async throws(OAuthError) -> StoredSession {
    guard role != .withoutCredentials else {
      throw .misused(
        "client_secret", "The tokens cannot be replaced without the client credentials.")
    }
    while true {
      let newest = try state.snapshot().stored
      if newest.isOther(than: seen) { return newest }
      guard let flight else { break }
      // A refresh that began with older tokens may only result in the tokens that the caller has seen.
      let isOurs = !flight.after.isOther(than: seen)
      do throws(OAuthError) {
        let result = try await flight.result.value()
        if isOurs { return result }
      } catch {
        if isOurs || error.code == .cancelled { throw error }
      }
    }
    let result = SingleFlight<StoredSession>.start { await self.fly(seen) }
    flight = (seen, result)
    return try await result.value()
  }

  private func fly(_ seen: StoredSession) async -> Result<StoredSession, OAuthError> {
    state.beginRefresh()
    let started = environment.uptime()
    let attributes = ["coatcheck.issuer": account.issuer, "coatcheck.client_id": account.clientID]
    let result = await traced("coatcheck refresh", attributes) { await self.alone(seen) }
    metrics.record(environment.uptime() - started)
    switch result {
    case .success(let next): state.publish(next)
    case .failure(let error):
      metrics.countFailure(error)
      if error.code != .sessionEnded { state.fail(error) }
    }
    flight = nil
    return result
  }

  private func alone(_ seen: StoredSession) async -> Result<StoredSession, OAuthError> {
    do {
      return .success(
        try await store.withExclusiveAccess(to: account) { try await self.replace(seen) })
    } catch {
      return .failure(OAuthError.known(error) ?? .store("the lock cannot be had"))
    }
  }

  /// Refreshes while the lock is held: reads the store again, adopts newer tokens or requests them, and
  /// stores them.
  private func replace(_ seen: StoredSession) async throws(OAuthError) -> StoredSession {
    let current = try await stored(orElse: seen)
    if let unsaved, unsaved.generation > current.generation { return try await save(unsaved) }
    unsaved = nil
    if current.isOther(than: seen), isUsable(current) {
      logger.debug("adopted tokens that another program obtained")
      metrics.countAdoption()
      return current
    }
    guard role == .keeping else { return try observed(current, insteadOf: seen) }
    if current.guardedItem == nil { _ = try current.renewalExchange(at: environment.now()) }
    if let pause, environment.uptime() < pause.until { throw pause.error }
    pause = nil
    // A refresh token behind a prompt is read only now, so that there is no prompt without a request.
    let renewable = try await store.renewable(current)
    return try await refresh(renewable, by: renewable.renewalExchange(at: environment.now()))
  }

  /// The stored tokens, for a program that may not refresh: it uses them until the access token
  /// expires.
  private func observed(
    _ current: StoredSession, insteadOf seen: StoredSession
  ) throws(OAuthError) -> StoredSession {
    guard current.isOther(than: seen),
      !Snapshot(current, leeway: 0, environment: environment).isExpired(environment)
    else {
      throw .unreachable(
        .observingOnly, "The access token has expired, and this program may not refresh it.")
    }
    return current
  }

  private func isUsable(_ session: StoredSession) -> Bool {
    !Snapshot(session, leeway: leeway, environment: environment).isSpent(environment)
  }

  private func stored(orElse seen: StoredSession) async throws(OAuthError) -> StoredSession {
    do throws(OAuthError) {
      if let stored = try await store.session(account) { return stored }
    } catch  where error.code == .storeDamaged {
      // The record is lost, but the session that was read from it before is not.
      logger.warning("the stored session is damaged; the one in memory is used")
      return seen
    }
    unsaved = nil
    throw over(.ended(.signedOutElsewhere))
  }

  private func refresh(
    _ current: StoredSession, by exchange: any TokenEndpointExchange
  ) async throws(OAuthError) -> StoredSession {
    let marked = try await mark(current)
    let next: StoredSession
    do throws(OAuthError) {
      next = try await request.successor(of: marked, by: exchange)
    } catch {
      guard let current = await replacement(of: marked) else {
        throw await judged(error, of: marked)
      }
      guard isUsable(current) else { return try await alone(marked).get() }
      metrics.countAdoption()
      return current
    }
    metrics.countRefresh()
    if Hold.isLost { return try await saveAgain(next, after: marked) }
    do throws(OAuthError) {
      return try await save(next)
    } catch {
      // A store that compares versions refuses the tokens when another program's are stored.
      guard let current = await replacement(of: marked), current.isOther(than: next),
        isUsable(current)
      else { throw error }
      unsaved = nil
      metrics.countAdoption()
      return current
    }
  }

  /// Stores the tokens of a refresh that lost the lock: the system was about to suspend the app, so the
  /// lock was released. It is taken again, and tokens that another program stored meanwhile are
  /// adopted.
  private func saveAgain(
    _ next: StoredSession, after marked: StoredSession
  ) async throws(OAuthError) -> StoredSession {
    logger.notice("the lock was given back while the refresh was under way")
    do {
      return try await store.withExclusiveAccess(to: account) {
        try await self.saveUnlessReplaced(next, after: marked)
      }
    } catch {
      throw OAuthError.known(error) ?? .store("the lock cannot be had")
    }
  }

  private func saveUnlessReplaced(
    _ next: StoredSession, after marked: StoredSession
  ) async throws(OAuthError) -> StoredSession {
    let current = try await stored(orElse: marked)
    guard current.isOther(than: marked) else { return try await save(next) }
    metrics.countAdoption()
    return current
  }

  /// The tokens that another program stored during the request; nil without such tokens.
  ///
  /// While the lock is held, no other program stores tokens. But a lock that is a connection to a database is lost with
  /// the connection, and the program that held it does not notice. The error of the request is about
  /// tokens that are not stored any more then, so it must not end the session.
  private func replacement(of marked: StoredSession) async -> StoredSession? {
    guard let current = try? await store.session(account), current.isOther(than: marked) else {
      return nil
    }
    return current
  }

  /// Stores the marker of a refresh, before the refresh token is sent.
  ///
  /// If this program is stopped before it has stored the response, the next one finds the marker and
  /// knows that the outcome is unknown. A store that cannot be written is also detected before the
  /// refresh token is used.
  private func mark(_ current: StoredSession) async throws(OAuthError) -> StoredSession {
    // Client credentials can be sent any number of times.
    guard current.renewal == .refreshToken else { return current }
    var marked = current
    marked.refreshMarker = RefreshMarker(
      startedAt: current.refreshMarker?.startedAt ?? environment.now(),
      attempts: (current.refreshMarker?.attempts ?? 0) + 1)
    try await store.save(marked)
    return marked
  }

  /// Handles a failed refresh: decides whether the session ends, and when the next request may be sent.
  private func judged(_ error: OAuthError, of marked: StoredSession) async -> OAuthError {
    if let retryAfter = error.retryAfter {
      pause = (environment.uptime() + min(retryAfter, Self.maximumPause), error)
    }
    guard marked.renewal == .refreshToken else { return error }
    let isForeign = [.idTokenInvalid, .subjectMismatch].contains(error.code)
    if isForeign, request.runtime.endsWithForeignIDToken {
      return await ended(.idTokenRefused, by: error)
    }
    // RFC 6749 §5.2: "The provided […] refresh token is invalid, expired, revoked […] or was issued
    // to another client." Nothing else ends a session, unless the dialect says so.
    guard marked.dialect.refreshRefusals.ends(error) else {
      if error.outcome != .unreachable || error.status != nil, error.code != .replyMalformed {
        // The server has responded, so the outcome for the refresh token is known.
        await unmark(marked)
      }
      return error
    }
    let reason: EndReason
    if (marked.refreshMarker?.attempts ?? 1) > 1 {
      reason = .outcomeUnknown
    } else if marked.refreshExpiry.isExpired(at: environment.now()) {
      reason = .refreshTokenExpired
    } else {
      reason = .refused
    }
    return await ended(reason, by: error)
  }

  private func ended(_ reason: EndReason, by cause: OAuthError) async -> OAuthError {
    do throws(OAuthError) {
      try await store.remove(account)
    } catch {
      logger.warning("the ended session could not be removed from the store")
    }
    return over(.ended(reason, cause: cause))
  }

  /// The maximum time without requests to an issuer after its `Retry-After`.
  private static let maximumPause: Duration = .seconds(300)

  private func unmark(_ marked: StoredSession) async {
    var session = marked
    session.refreshMarker = nil
    do throws(OAuthError) {
      try await store.save(session)
    } catch {
      // A marker that stays only makes the next program refresh sooner.
      logger.info("the refresh marker could not be removed from the store")
    }
  }

  /// Stores the tokens before a caller gets them. A server may end the session when a refresh token is
  /// used twice (RFC 9700 §4.14.2), so a lost refresh token means a lost session.
  private func save(_ next: StoredSession) async throws(OAuthError) -> StoredSession {
    do throws(OAuthError) {
      try await store.save(next)
    } catch {
      unsaved = next
      throw error
    }
    unsaved = nil
    logger.debug("refreshed", metadata: ["generation": "\(next.generation)"])
    return next
  }

  private func over(_ error: OAuthError) -> OAuthError {
    logger.notice(
      "the session ended",
      metadata: [
        "issuer": "\(account.issuer)", "reason": "\(error.endReason?.rawValue ?? "refused")",
      ])
    state.end(error, .lost(error))
    return error
  }
}

extension StoredSession {
  /// Whether the tokens were replaced between the two, by a refresh or by signing in again.
  func isOther(than seen: StoredSession) -> Bool {
    generation != seen.generation || !accessToken.matches(seen.accessToken)
  }
}
