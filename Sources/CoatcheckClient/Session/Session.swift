// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
public import Logging

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A person who is signed in, for as long as the issuer lets them be.
///
/// It hands out access tokens that are good, and refreshes them when they are not: once for all who ask
/// at the same time, in all programs that share the store. What a refresh brought is stored durably
/// before anybody sees it.
///
/// ```swift
/// let (response, data) = try await session.data(for: request)
/// ```
///
/// Errors tell what follows. `sessionEnded`: the person has to sign in again; the stored session is
/// gone. `unreachable`: later it may work; everything is as it was. A network that is down never signs
/// anybody out.
public final class Session: Sendable {
  /// Whose session it is.
  public let account: AccountID

  let state: SessionState
  let refresher: Refresher
  let store: any TokenStore
  let transport: any HTTPTransport
  let environment: Environment
  let logger: Logger

  /// A session that goes on from what was stored.
  ///
  /// - Parameters:
  ///   - stored: The tokens; they must be in the store already.
  ///   - store: Where the tokens are kept.
  ///   - transport: What sends the requests.
  ///   - environment: The clocks.
  ///   - leeway: How many seconds before its end an access token is replaced, from 0 to 600; for
  ///     tokens with a short life at most half of it.
  ///   - keys: The keys seen so far; a cache of its own unless given.
  ///   - logger: Where refreshes are logged; no secret ever is.
  public init(
    _ stored: StoredSession, store: any TokenStore, transport: any HTTPTransport,
    environment: Environment = .live, leeway: TimeInterval = 30, keys: KeySetCache? = nil,
    logger: Logger = .silent
  ) {
    account = stored.account
    self.store = store
    self.transport = transport
    self.environment = environment
    self.logger = logger
    let leeway = leeway.isFinite ? min(max(leeway, 0), 600) : 30
    state = SessionState(stored, leeway: leeway, environment: environment)
    refresher = Refresher(
      account: stored.account, state: state, store: store, transport: transport,
      keys: keys ?? KeySetCache(transport: transport, environment: environment),
      environment: environment, leeway: leeway, logger: logger)
  }

  /// An access token which can be used now.
  ///
  /// A token that is good is returned at once, without a switch of threads. One that is about to end is
  /// refreshed; if that doesn't work at the moment, it is returned as long as it lasts.
  ///
  /// - Throws: `sessionEnded`: ask the person to sign in again. `unreachable`: try again later. Cancelling
  ///   the task doesn't cancel the refresh, which others may wait for.
  public func accessToken() async throws(OAuthError) -> Secret {
    if let token = try state.freshToken() { return token }
    return try await usable().accessToken
  }

  /// The tokens with an access token which can be used now.
  func usable() async throws(OAuthError) -> StoredSession {
    let current = try state.snapshot()
    guard current.isSpent(environment) else { return current.stored }
    do {
      return try await refresher.refreshed(after: current.stored)
    } catch {
      let isPassing = error.isTransient || error.code == .sessionEnded
      guard isPassing, error.code != .cancelled, (try? state.snapshot()) === current,
        !current.isExpired(environment)
      else { throw error }
      return current.stored
    }
  }

  /// Replaces the tokens now, whether or not they are spent.
  ///
  /// - Throws: As ``accessToken()``.
  public func refresh() async throws(OAuthError) {
    _ = try await refresher.refreshed(after: state.snapshot().stored)
  }

  /// What happens to the session from now on. Each call makes a stream of its own, which ends when the
  /// session does.
  public var events: AsyncStream<SessionEvent> { state.events() }

  /// How long the access token can still be used; nil when that isn't known or the session is over.
  public var remaining: Duration? {
    guard let stored = try? state.snapshot().stored, let end = stored.expiry.date else {
      return nil
    }
    return .seconds(max(end.timeIntervalSince(environment.now()), 0))
  }

  /// What the session would be stored as; nil when it is over.
  public var stored: StoredSession? { try? state.snapshot().stored }
}

extension Session: CustomStringConvertible {
  /// The issuer and the client; no token and no person.
  public var description: String { "Session(\(account.issuer), \(account.clientID))" }
}
