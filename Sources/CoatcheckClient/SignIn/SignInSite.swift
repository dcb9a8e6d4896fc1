// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// Where somebody signs in: the provider, the client, and what requests are sent with.
public struct SignInSite: Sendable {
  /// The provider's endpoints.
  public let metadata: ServerMetadata
  /// How the provider bends the rules.
  public let dialect: Dialect
  /// The client as it was registered.
  public let client: ClientIdentity
  /// What sends the requests.
  public let transport: any HTTPTransport
  /// The clocks and the random generator.
  public let environment: RuntimeEnvironment
  /// What is agreed upon with the provider.
  public let profile: SecurityProfile
  let keys: KeySetCache
  let algorithms: Set<SignatureAlgorithm>
  let clock: ServerClock
  private let dpop: DPoPPolicy
  let prover: DPoPProver?

  /// A site.
  ///
  /// - Parameters:
  ///   - metadata: The provider's endpoints.
  ///   - dialect: How the provider bends the rules.
  ///   - client: The client as it was registered.
  ///   - transport: What sends the requests.
  ///   - keys: The keys seen so far; a cache of its own unless given.
  ///   - idTokenAlgorithms: The algorithm registered for ID tokens, or several; without it those that the
  ///     issuer lists.
  ///   - profile: What is agreed upon with the provider.
  ///   - clock: What is known of the issuer's time; nothing unless given.
  ///   - dpop: Whether the tokens shall be bound to a key, which each site makes anew.
  ///   - environment: The clocks and the random generator.
  public init(
    metadata: ServerMetadata, dialect: Dialect, client: ClientIdentity,
    transport: any HTTPTransport, keys: KeySetCache? = nil,
    idTokenAlgorithms: Set<SignatureAlgorithm>? = nil, profile: SecurityProfile = .standard,
    clock: ServerClock = ServerClock(), dpop: DPoPPolicy = .never,
    environment: RuntimeEnvironment = .live
  ) {
    self.metadata = metadata.reached(by: client, profile)
    self.dialect = dialect
    self.client = client
    self.transport = transport
    self.environment = environment
    self.profile = profile
    self.keys = keys ?? KeySetCache(transport: transport, environment: environment)
    algorithms = idTokenAlgorithms ?? metadata.usableIDTokenAlgorithms
    self.clock = clock
    self.dpop = dpop
    prover = try? dpop.prover()
  }

  /// The key that the tokens of this site are bound to, if they are.
  package var dpopKey: SigningKey? { prover?.key }

  /// Does one exchange with the provider. Where tokens are bound to a key, it goes with a proof of the key.
  public func perform<E: Exchange>(_ exchange: E) async throws(OAuthError) -> E.Reply {
    try await transport.perform(
      exchange, provedBy: prover, environment: environment, clock: clock)
  }

  /// The session of these tokens, once it is known whose they are: by the ID token, which is verified; by
  /// the provider's own member; else by the name.
  ///
  /// - Throws: `unreadable` when an ID token must not be believed.
  public func session(
    of grant: TokenGrant, scopes: [Scope], storedAs name: String?
  ) async throws(OAuthError) -> StoredSession {
    try await granted.session(
      of: grant, asked: GrantedSession.Asked(scopes: scopes, prover: prover), storedAs: name)
  }

  var granted: GrantedSession {
    GrantedSession(
      metadata: metadata, client: client, dialect: dialect, keys: keys, algorithms: algorithms,
      leeway: 30, clock: clock, environment: environment, dpop: dpop, profile: profile)
  }
}
