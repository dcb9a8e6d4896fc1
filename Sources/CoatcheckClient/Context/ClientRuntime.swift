// SPDX-License-Identifier: Apache-2.0

public import CoatcheckFoundation
public import CoatcheckJOSE
public import CoatcheckOAuth
public import Logging

/// What a client's requests are sent with and its responses are judged by: made once for a client, and shared by
/// all that acts for it.
public struct ClientRuntime: Sendable {
  /// What sends the requests.
  public let transport: any HTTPTransport
  /// The clocks, the random generator, and what waits.
  public let environment: RuntimeEnvironment
  /// The keys of authorization servers seen so far.
  public let keys: KeySetCache
  /// What is known of the authorization server's time.
  public let clock: ServerClock
  /// What is agreed upon with the authorization server.
  public var profile = SecurityProfile.standard
  /// The algorithms registered for ID tokens (`id_token_signed_response_alg`); nil for those that the metadata
  /// lists and this library has, else RS256.
  public var idTokenAlgorithms: Set<SignatureAlgorithm>?
  /// Whether tokens are bound to a key, which each sign-in makes and stores with the session.
  public var dpop = DPoPPolicy.never
  /// How many seconds before its end an access token is replaced, from 0 to 600.
  public var leeway: TimeInterval = 30
  /// How many seconds the clocks of this machine and of the authorization server may differ, from 0 to 600.
  public var clockTolerance: TimeInterval = 30
  /// Whether a refresh that brings an ID token about something else ends the session. It does at a website; a program on
  /// the user's device keeps what it has, and the user can be asked.
  package var endsWithForeignIDToken = false
  /// Where the steps are logged; no secret ever is.
  public var logger = Logger.silent

  /// A runtime with the defaults.
  ///
  /// - Parameters:
  ///   - transport: What sends the requests.
  ///   - environment: The clocks, the random generator, and what waits.
  ///   - keys: The keys seen so far; a cache of its own unless given.
  ///   - clock: What is known of the authorization server's time; nothing unless given.
  ///   - configure: Sets what is seldom said.
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
