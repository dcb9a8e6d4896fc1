// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Logging
public import CoatcheckFoundation

/// A signed-in user: the tokens of one user at one client, and their renewal.
///
/// It returns valid access tokens, and refreshes them when they are about to expire. Concurrent callers
/// share one refresh, and so do all programs that share the store. The tokens of a refresh are stored
/// durably before a caller sees them.
///
/// ```swift
/// let (response, data) = try await session.data(for: request)
/// ```
///
/// The error class decides what the app does. `sessionEnded`: the user has to sign in again; the stored
/// session is gone. `transient`: later it may work; everything is as it was. A network that is down never
/// signs the user out.
public final class Session: Sendable {
  /// The account that the session belongs to.
  public let account: AccountID

  let state: SessionState
  let refresher: Refresher
  let store: any TokenStore
  let runtime: ClientRuntime
  /// The nonces for proofs of the key that the tokens are bound to.
  let nonces = DPoPNonces()
  let metrics: SessionMetrics

  /// Resumes a stored session. Nothing is sent and nothing is read.
  ///
  /// - Parameters:
  ///   - stored: The tokens; they must be in the store already.
  ///   - store: Where the tokens are kept.
  ///   - runtime: What requests are sent with and responses are checked by. Its profile holds the keys for
  ///     ID tokens that are encrypted: without them such a token is left out when it comes with a refresh,
  ///     and the one before is kept.
  ///   - role: Whether this program replaces the tokens or only reads them.
  ///   - metrics: What is counted and timed; unless given, it goes where the metrics of the program go.
  public init(
    _ stored: StoredSession, store: any TokenStore, runtime: ClientRuntime,
    role: SessionRole = .keeping, metrics: SessionMetrics? = nil
  ) {
    account = stored.account
    self.store = store
    self.runtime = runtime
    let metrics =
      metrics
      ?? SessionMetrics(issuer: stored.account.issuer, clientID: stored.account.clientID)
    self.metrics = metrics
    state = SessionState(stored, leeway: runtime.leeway, environment: runtime.environment)
    let request = RefreshRequest(runtime: runtime, nonces: nonces, metrics: metrics)
    refresher = Refresher(
      account: stored.account, role: role, state: state, store: store, request: request)
  }

  /// Resumes a stored session with the defaults of a client. Nothing is sent and nothing is read.
  ///
  /// - Parameters:
  ///   - stored: The tokens; they must be in the store already.
  ///   - store: Where the tokens are kept.
  ///   - transport: What sends the requests.
  ///   - environment: The clocks, the random generator, and what waits.
  ///   - role: Whether this program replaces the tokens or only reads them.
  public convenience init(
    _ stored: StoredSession, store: any TokenStore, transport: any HTTPTransport,
    environment: RuntimeEnvironment = .live, role: SessionRole = .keeping
  ) {
    self.init(
      stored, store: store,
      runtime: ClientRuntime(transport: transport, environment: environment), role: role)
  }

  var transport: any HTTPTransport { runtime.transport }
  package var environment: RuntimeEnvironment { runtime.environment }
  var logger: Logger { runtime.logger }

  /// An access token which can be used now.
  ///
  /// A valid token is returned at once, without a switch of threads. One that is about to expire is
  /// refreshed; if that fails for now, it is returned as long as it is valid. Refreshing is
  /// [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6).
  ///
  /// - Throws: `OAuthError`, whose `errorClass` decides what follows: `sessionEnded`, ask the user to sign
  ///   in again; `interactionRequired`, the same, or refresh with a prompt where the refresh token is
  ///   behind one; `transient` or `storageUnavailable`, try again later; `configuration`, such as `misused`
  ///   for a session without its client credentials; `cancelled` when the calling task is cancelled.
  ///   Cancelling the task does not cancel the refresh, which other callers may wait for.
  public nonisolated(nonsending) func accessToken() async throws(OAuthError) -> Secret {
    if let token = try state.freshToken() {
      metrics.countUse()
      return token
    }
    // Swift 6.3 returns to the caller's actor after a value, and not after an error that is thrown through here.
    return try await outcome().get().stored.accessToken
  }

  private func outcome() async -> Result<Snapshot, OAuthError> {
    do throws(OAuthError) {
      return .success(try await usable())
    } catch {
      return .failure(error)
    }
  }

  /// The tokens with an access token which can be used now.
  func usable() async throws(OAuthError) -> Snapshot {
    let snapshot = try await lasting()
    metrics.countUse()
    return snapshot
  }

  private func lasting() async throws(OAuthError) -> Snapshot {
    let current = try state.snapshot()
    guard current.isSpent(environment) else { return current }
    do {
      _ = try await refresher.refreshed(after: current.stored)
      return try state.snapshot()
    } catch {
      // After any error a valid token is used, unless the session has ended.
      guard error.code != .cancelled, let newest = try? state.snapshot(),
        !newest.isExpired(environment)
      else { throw error }
      return newest
    }
  }

  /// Replaces the tokens now, whether or not they have expired.
  ///
  /// When another caller or program has replaced them meanwhile, its tokens are used and nothing is sent.
  /// [RFC 6749 §6](https://www.rfc-editor.org/rfc/rfc6749#section-6).
  ///
  /// - Throws: As ``accessToken()``, also when the access token is still valid: it stays in use then.
  public func refresh() async throws(OAuthError) {
    _ = try await refresher.refreshed(after: state.snapshot().stored)
  }

  /// What happens to the session from now on. Each call makes a stream of its own, which begins with
  /// ``SessionEvent/obtained(generation:)`` and ends when the session does.
  public var events: AsyncStream<SessionEvent> { state.events() }

  /// The status of the session.
  public var status: SessionStatus { state.status }

  /// The status of the session, now and whenever it changes. A slow reader receives the
  /// latest status only.
  public var statuses: AsyncStream<SessionStatus> { state.statuses() }

  /// How long the access token can still be used; nil when that is not known, when it never expires, or
  /// when the session has ended. `stored?.expiry` distinguishes these cases.
  public var remaining: Duration? {
    (try? state.snapshot())?.remaining(environment)
  }

  /// How many seconds the authorization server's clock is ahead of this machine's, as learned from its
  /// responses; nil before the first one.
  public var clockOffset: TimeInterval? { runtime.clock.offset }

  /// The current tokens, valid or expired, and all that belongs to them; nil when the session has ended.
  public var stored: StoredSession? { try? state.snapshot().stored }
}

extension Session: CustomStringConvertible {
  /// The issuer and the client, without tokens and without the user.
  public var description: String { "Session(\(account.issuer), \(account.clientID))" }
}
