// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import Logging
import CoatcheckFoundation

/// What the flows have in common in which a person answers elsewhere, and the client asks for the tokens until they
/// have.
struct PolledFlow: Sendable {
  let metadata: ServerMetadata
  let client: ClientIdentity
  let transport: any HTTPTransport
  let keys: KeySetCache
  let algorithms: Set<SignatureAlgorithm>
  let deadline: Duration
  let leeway: TimeInterval
  let clock: ServerClock
  let environment: RuntimeEnvironment
  let logger: Logger
  /// Whether the tokens shall be bound to a key, which each sign-in makes anew.
  var dpop = DPoPPolicy.never
  /// What is agreed upon with the issuer.
  var profile = SecurityProfile.standard

  init(
    metadata: ServerMetadata, client: ClientIdentity, transport: any HTTPTransport,
    keys: KeySetCache?, algorithms: Set<SignatureAlgorithm>?, deadline: Duration,
    leeway: TimeInterval, clock: ServerClock, environment: RuntimeEnvironment, logger: Logger
  ) {
    self.metadata = metadata
    self.client = client
    self.transport = transport
    self.keys = keys ?? KeySetCache(transport: transport, environment: environment)
    self.algorithms = algorithms ?? metadata.usableIDTokenAlgorithms
    self.deadline = deadline
    self.leeway = leeway
    self.clock = clock
    self.environment = environment
    self.logger = logger
  }

  /// The endpoints as this client reaches them.
  var reached: ServerMetadata { metadata.reached(by: client, profile) }

  /// The key of one sign-in.
  ///
  /// - Throws: `misused` when none can be made, or the profile wants one and there is none.
  func prover() throws(OAuthError) -> DPoPProver? {
    let prover = try dpop.prover()
    try profile.checkBinding(isBoundToKey: prover != nil)
    return prover
  }

  /// How long is waited for the person, and how often the issuer is asked.
  struct Waiting: Sendable {
    /// How long the issuer waits for the person.
    let lifetime: Duration
    /// The least time between two questions.
    let interval: Duration
    /// When the waiting began, by the clock that never jumps.
    let startedAt: Duration
    /// What nobody did in time.
    let unanswered: String
  }

  /// The session of the tokens, once the person has answered.
  ///
  /// - Throws: As ``GrantPolling/grant(by:provedBy:)``; `unreadable` for tokens that must not be believed.
  func session(
    by exchange: some TokenEndpointExchange, waiting: Waiting, asked: GrantedSession.Asked,
    storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    let grant = try await GrantPolling(
      transport: transport, clock: clock, environment: environment, logger: logger,
      limit: min(waiting.lifetime, deadline), interval: waiting.interval,
      startedAt: waiting.startedAt, unanswered: waiting.unanswered
    ).grant(by: exchange, provedBy: asked.prover)
    let granted = GrantedSession(
      metadata: reached, client: client, dialect: .standard, keys: keys, algorithms: algorithms,
      leeway: leeway, clock: clock, environment: environment, dpop: dpop, profile: profile)
    var session = try await granted.session(of: grant, asked: asked, storedAs: name)
    session.browserSession = .elsewhere
    logger.debug("sign-in is complete", metadata: ["issuer": "\(metadata.issuer)"])
    return session
  }
}
