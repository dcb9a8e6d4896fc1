// SPDX-License-Identifier: Apache-2.0

import CoatcheckOAuth
import Logging

/// The common part of the flows in which the user decides on another device, and the client polls for
/// the tokens.
struct PolledFlow: Sendable {
  let context: ClientContext
  /// How long the user may take, where the authorization server waits longer.
  let deadline: Duration
  /// The key of the sign-in; without one, each attempt makes its own.
  var prover: DPoPProver?

  /// How long the authorization server waits for the user, and how often it may be asked.
  struct Polling: Sendable {
    /// How long the authorization server waits.
    let lifetime: Duration
    /// The minimum time between two requests.
    let interval: Duration
    /// When the waiting began, by the monotonic clock.
    let startedAt: Duration
    /// The error text when the user did not answer in time.
    let unanswered: String
  }

  /// The session of the tokens, once the user has answered.
  ///
  /// - Throws: As ``GrantPolling/grant(by:provedBy:)``; `unreadable` for invalid tokens.
  func session(
    by exchange: some TokenEndpointExchange, polling: Polling, provedBy prover: DPoPProver?,
    expecting expected: TokenExpectations, storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let grant = try await GrantPolling(
      runtime: context.runtime, limit: min(polling.lifetime, deadline),
      interval: polling.interval, startedAt: polling.startedAt, unanswered: polling.unanswered
    ).grant(by: exchange, provedBy: prover)
    var session = try await SignInContext(context, prover: prover)
      .session(of: grant, expecting: expected, storedAs: name)
    session.browserSession = .elsewhere
    context.runtime.logger.debug(
      "sign-in is complete", metadata: ["issuer": "\(context.metadata.issuer)"])
    return session
  }
}
