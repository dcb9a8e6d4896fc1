// SPDX-License-Identifier: Apache-2.0

public import CoatcheckOAuth
import Logging
import Synchronization
import CoatcheckFoundation

/// The access tokens that one client gets for itself by the client credentials grant, each cached while
/// it is valid.
///
/// ```swift
/// let tokens = ClientCredentialsCache(client.context)
/// let stock = AuthorizedTransport(
///   authorizer: tokens.authorizer(for: TokenTarget(scopes: ["stock:read"])), transport: transport)
/// ```
///
/// There is one token for each ``TokenTarget``. Concurrent callers share one token request; a token
/// that is about to expire is replaced while it is still valid, and no caller waits then. Tokens are
/// kept in memory only: a program that starts often keeps its token in a store with
/// `Client.ownSession`.
///
/// [RFC 6749 §4.4](https://www.rfc-editor.org/rfc/rfc6749#section-4.4).
public final class ClientCredentialsCache: Sendable {
  /// The maximum number of targets in the cache.
  static let maximumCount = 1000
  /// The minimum time until the next token request when a token could not be replaced and is still
  /// valid.
  private static let pause: Duration = .seconds(5)

  private struct Entry {
    var token: ClientToken?
    var flight: SingleFlight<ClientToken>?
    /// Before this time no token request is sent while the token is still valid. On the monotonic
    /// clock.
    var quietUntil: Duration?
  }

  private enum Step {
    case have(ClientToken)
    case wait(SingleFlight<ClientToken>)
  }

  private let context: ClientContext
  let nonces = DPoPNonces()
  private let entries = Mutex<[TokenTarget: Entry]>([:])
  /// The one key that all the tokens are bound to, made with the first of them.
  private let prover = Mutex<DPoPProver?>(nil)

  /// Creates an empty cache for one client. The leeway of the client's runtime is the number of seconds
  /// before its expiry at which a token is replaced, from 0 to 600, and at most half of its lifetime.
  ///
  /// - Parameter context: The client, which has to have credentials, and its provider.
  public init(_ context: ClientContext) { self.context = context }

  private var environment: RuntimeEnvironment { context.runtime.environment }
  private var logger: Logger { context.runtime.logger }
  private var leeway: TimeInterval {
    let leeway = context.runtime.leeway
    return leeway.isFinite ? min(max(leeway, 0), 600) : 60
  }

  /// A valid token for a target: the cached one, else a new one.
  ///
  /// - Parameter target: The scopes and resources of the token; the default target leaves them to the
  ///   authorization server.
  /// - Throws: `misused` when the client has no credentials, or no key can be generated for DPoP;
  ///   `refused` when the authorization server refuses; `unreadable` when the response cannot be used;
  ///   what the transport throws. There is no error while a cached token is still valid. Cancelling the
  ///   task does not cancel the request, which other callers may wait for.
  public func token(
    for target: TokenTarget = TokenTarget()
  ) async throws(OAuthError) -> ClientToken {
    switch step(target) {
    case .have(let token): token
    case .wait(let flight): try await flight.value()
    }
  }

  /// Removes a token that a resource server has rejected, so that the next caller gets a new one. A
  /// newer token of the same target stays.
  ///
  /// - Parameters:
  ///   - token: The rejected access token.
  ///   - target: The target of the token.
  public func invalidate(_ token: Secret, for target: TokenTarget = TokenTarget()) {
    entries.withLock { entries in
      guard entries[target]?.token?.accessToken.matches(token) == true else { return }
      entries[target]?.token = nil
      entries[target]?.quietUntil = nil
    }
  }

  /// An authorizer that adds the token for a target to requests.
  ///
  /// - Parameters:
  ///   - target: The scopes and resources of the token.
  ///   - rejections: How a rejected token is recognized; one matching rule is enough.
  public func authorizer(
    for target: TokenTarget = TokenTarget(), rejections: [TokenRejectionRule] = [.bearer]
  ) -> ClientCredentialsAuthorizer {
    ClientCredentialsAuthorizer(cache: self, target: target, rejections: rejections)
  }

  private func step(_ target: TokenTarget) -> Step {
    let uptime = environment.uptime()
    return entries.withLock { entries in
      let entry = entries[target] ?? Entry()
      if let token = entry.token, !token.hasEnded(uptime) {
        let isQuiet = entry.flight != nil || entry.quietUntil.map { uptime < $0 } ?? false
        if token.isSpent(uptime), !isQuiet { entries[target]?.flight = start(target) }
        return .have(token)
      }
      if let flight = entry.flight { return .wait(flight) }
      if entries[target] == nil { Self.makeRoom(in: &entries, at: uptime) }
      let flight = start(target)
      entries[target, default: entry].flight = flight
      return .wait(flight)
    }
  }

  private static func makeRoom(in entries: inout [TokenTarget: Entry], at uptime: Duration) {
    guard entries.count >= maximumCount else { return }
    entries = entries.filter { $0.value.flight != nil || $0.value.token?.hasEnded(uptime) == false }
    guard entries.count >= maximumCount,
      let any = entries.first(where: { $0.value.flight == nil })?.key
    else { return }
    entries[any] = nil
  }

  private func start(_ target: TokenTarget) -> SingleFlight<ClientToken> {
    .start { await self.fly(target) }
  }

  private func fly(_ target: TokenTarget) async -> Result<ClientToken, OAuthError> {
    let result: Result<ClientToken, OAuthError>
    do throws(OAuthError) {
      result = .success(try await fetched(target))
    } catch {
      result = .failure(error)
      logger.info("no token for the client itself", metadata: ["error": "\(error.code.rawValue)"])
    }
    let uptime = environment.uptime()
    entries.withLock { entries in
      entries[target]?.flight = nil
      switch result {
      case .success(let token):
        entries[target]?.token = token
        entries[target]?.quietUntil = nil
      case .failure(let error):
        entries[target]?.quietUntil = uptime + max(Self.pause, error.retryAfter ?? .zero)
      }
    }
    return result
  }

  private func fetched(_ target: TokenTarget) async throws(OAuthError) -> ClientToken {
    let tokenEndpoint = try context.metadata.requiredTokenEndpoint
    let prover = try ownProver()
    let began = environment.uptime()
    let grant = try await context.perform(
      target.exchange(as: context.client, at: tokenEndpoint, context.dialect), provedBy: prover)
    try context.runtime.dpop.check(grant)
    try context.runtime.profile.checkBinding(of: grant, to: prover?.thumbprint)
    // The lifetime is counted from the request on, so that it does not end later here than at the
    // server.
    return ClientToken(
      grant, asked: target.scopes, key: prover?.key, leeway: leeway, receivedAt: began)
  }

  private func ownProver() throws(OAuthError) -> DPoPProver? {
    if let prover = prover.withLock({ $0 }) { return prover }
    let fresh = try context.runtime.dpop.prover(nonces: nonces)
    return prover.withLock { prover in
      if prover == nil { prover = fresh }
      return prover
    }
  }
}
