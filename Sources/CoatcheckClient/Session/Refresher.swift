// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Logging

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Replaces a session's tokens, one replacement at a time.
///
/// In one session all who saw the same generation share one flight. Between sessions and programs the
/// store's lock does the same: whoever gets it reads again what is stored, and adopts it if somebody
/// else has replaced the tokens meanwhile.
actor Refresher {
  private let account: AccountID
  private let state: SessionState
  private let store: any TokenStore
  private let environment: Environment
  private let leeway: TimeInterval
  private let logger: Logger
  private let request: RefreshRequest

  private var flight: (after: StoredSession, result: Flight<StoredSession>)?
  /// Tokens which were received and could not be stored: the ones before are spent.
  private var unsaved: StoredSession?

  init(
    account: AccountID, state: SessionState, store: any TokenStore,
    transport: any HTTPTransport, keys: KeySetCache, environment: Environment,
    leeway: TimeInterval, logger: Logger
  ) {
    self.account = account
    self.state = state
    self.store = store
    self.environment = environment
    self.leeway = leeway
    self.logger = logger
    request = RefreshRequest(
      transport: transport, keys: keys, environment: environment, logger: logger)
  }

  /// The tokens that came after these.
  ///
  /// - Throws: Why there are none; `cancelled` when the calling task is cancelled, while the refresh goes
  ///   on.
  func refreshed(after seen: StoredSession) async throws(OAuthError) -> StoredSession {
    while true {
      let newest = try state.snapshot().stored
      if newest.isOther(than: seen) { return newest }
      guard let flight else { break }
      // A flight that began with older tokens can only bring those which were seen.
      let isOurs = !flight.after.isOther(than: seen)
      do throws(OAuthError) {
        let result = try await flight.result.value()
        if isOurs { return result }
      } catch {
        if isOurs || error.code == .cancelled { throw error }
      }
    }
    let result = Flight<StoredSession>.start { await self.fly(seen) }
    flight = (seen, result)
    return try await result.value()
  }

  private func fly(_ seen: StoredSession) async -> Result<StoredSession, OAuthError> {
    let result: Result<StoredSession, OAuthError>
    do {
      let next = try await store.withExclusiveAccess(to: account) { try await self.replace(seen) }
      state.publish(next)
      result = .success(next)
    } catch {
      result = .failure(OAuthError.known(error) ?? .store("the lock can't be had"))
    }
    flight = nil
    return result
  }

  /// Lock, read again, adopt or ask, store. The lock is held around all of this.
  private func replace(_ seen: StoredSession) async throws(OAuthError) -> StoredSession {
    let current = try await stored(orElse: seen)
    if let unsaved, unsaved.generation > current.generation { return try await save(unsaved) }
    unsaved = nil
    if current.isOther(than: seen),
      !Snapshot(current, leeway: leeway, environment: environment).isSpent(environment)
    {
      logger.debug("adopted tokens that another program obtained")
      return current
    }
    do throws(OAuthError) {
      return try await save(request.successor(of: current))
    } catch  where error.outcome == .refused && error.code == .invalidGrant {
      throw await ended("The issuer no longer accepts the session; sign in again.", error)
    }
  }

  private func stored(orElse seen: StoredSession) async throws(OAuthError) -> StoredSession {
    do throws(OAuthError) {
      if let stored = try await store.session(account) { return stored }
    } catch  where error.code == .storeDamaged {
      // The file is lost, but not what was read from it before.
      logger.warning("the stored session is damaged; the one in memory is used")
      return seen
    }
    unsaved = nil
    throw await ended("The session was signed out elsewhere; sign in again.", nil)
  }

  /// Before anybody sees the tokens they are stored: RFC 9700 §4.14.2 lets a server end the session when
  /// a refresh token comes twice, so losing the new one is losing the session.
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

  /// Ends the session: the one way in which a stored login is removed without anybody signing out.
  private func ended(_ reason: String, _ cause: OAuthError?) async -> OAuthError {
    let error = OAuthError(
      outcome: .refused, code: .sessionEnded, reason: reason,
      peerDescription: cause?.peerDescription, status: cause?.status)
    do throws(OAuthError) {
      if cause != nil { try await store.remove(account) }
    } catch {
      logger.warning("the ended session could not be removed from the store")
    }
    logger.notice("the session ended", metadata: ["issuer": "\(account.issuer)"])
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
