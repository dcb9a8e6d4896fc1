// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckJOSE
public import CoatcheckOAuth
public import Logging

/// What the requests of a client are sent with and the responses are checked by: made once for a client,
/// and shared by all flows and sessions of it.
public struct ClientRuntime: Sendable {
  /// What sends the requests.
  public let transport: any HTTPTransport
  /// The clocks, the random generator, and what waits.
  public let environment: RuntimeEnvironment
  /// The public keys of authorization servers that were fetched so far.
  public let keys: KeySetCache
  /// The authorization server's clock, as learned from its responses.
  public let clock: ServerClock
  /// The security profile that is agreed upon with the authorization server.
  public var profile = SecurityProfile.standard
  /// The signature algorithms accepted in ID tokens, as registered (`id_token_signed_response_alg`); nil
  /// for those that the metadata lists and this library has, else RS256.
  public var idTokenAlgorithms: Set<SignatureAlgorithm>?
  /// Whether tokens are bound to a key by DPoP. Each sign-in makes a key and stores it with the session.
  public var dpop = DPoPPolicy.never
  /// How many seconds before its expiry an access token is replaced, from 0 to 600.
  public var leeway: TimeInterval = 30
  /// How many seconds the clocks of this machine and of the authorization server may differ, from 0 to 600.
  public var clockTolerance: TimeInterval = 30
  /// Whether a refresh ends the session when its ID token is invalid or is about another user. A
  /// website ends it; a program on the user's device keeps the stored tokens, and can ask the user.
  package var endsWithForeignIDToken = false
  /// Where the steps are logged; secrets are never logged.
  public var logger = Logger.silent

  /// Creates a runtime with the defaults.
  ///
  /// - Parameters:
  ///   - transport: What sends the requests.
  ///   - environment: The clocks, the random generator, and what waits.
  ///   - keys: The cache of public keys; one of its own unless given.
  ///   - clock: The authorization server's clock; one that has learned nothing unless given.
  ///   - configure: Sets the other properties; it is called once, before this returns.
  public init(
    transport: any HTTPTransport, environment: RuntimeEnvironment = .live, keys: KeySetCache? = nil,
    clock: ServerClock = ServerClock(), configure: (inout ClientRuntime) -> Void = { _ in }
  ) {
    self.transport = transport
    self.environment = environment
    self.keys = keys ?? KeySetCache(transport: transport, environment: environment)
    self.clock = clock
    configure(&self)
  }

  /// Now, by the authorization server's clock.
  var serverTime: Date { clock.now(environment) }
}
