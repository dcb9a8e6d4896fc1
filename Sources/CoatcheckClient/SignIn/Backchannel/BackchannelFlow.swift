// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import Logging
public import CoatcheckFoundation

/// Signs in a person who is asked by the issuer on a device of their own: no browser and no code.
///
/// ```swift
/// let flow = BackchannelFlow(metadata: metadata, client: client, transport: transport)
/// let session = try await flow.signIn(
///   BackchannelAuthenticationRequest(.login("alice@example.org"), bindingMessage: "W4SCT"))
/// ```
///
/// The client asks for the tokens itself (the modes `poll` and `ping`); in the mode `ping` the notification,
/// once ``BackchannelNotification`` has read it, says that ``BackchannelSignIn/finish(storedAs:)`` will find
/// the answer. The mode `push` isn't supported.
/// Specification: [OpenID Connect CIBA Core
/// 1.0](https://openid.net/specs/openid-client-initiated-backchannel-authentication-core-1_0.html).
public struct BackchannelFlow: Sendable {
  private(set) var polled: PolledFlow

  /// Whether the tokens shall be bound to a key, which each sign-in makes anew.
  public var dpop: DPoPPolicy {
    get { polled.dpop }
    set { polled.dpop = newValue }
  }
  /// What is agreed upon with the issuer: how ID tokens are encrypted, and what access tokens are bound to.
  public var profile: SecurityProfile {
    get { polled.profile }
    set { polled.profile = newValue }
  }
  /// What signs the requests; nil sends them unsigned.
  public var signingKey: SigningKey?

  /// A flow for one client at one issuer.
  ///
  /// - Parameters:
  ///   - metadata: The issuer's metadata.
  ///   - client: The client as it was registered; it has to prove who it is.
  ///   - transport: What sends the requests.
  ///   - keys: The keys seen so far; a cache of its own unless given.
  ///   - idTokenAlgorithms: The algorithm registered for ID tokens, or several; without it those that the
  ///     issuer lists.
  ///   - deadline: How long the person may take, where the issuer waits longer.
  ///   - leeway: How far the clocks may differ, from 0 to 600 seconds.
  ///   - clock: What is known of the issuer's time; nothing unless given.
  ///   - environment: The clocks and what waits.
  ///   - logger: Where the steps are logged; no secret ever is.
  public init(
    metadata: ServerMetadata, client: ClientIdentity, transport: any HTTPTransport,
    keys: KeySetCache? = nil, idTokenAlgorithms: Set<SignatureAlgorithm>? = nil,
    deadline: Duration = .seconds(1800), leeway: TimeInterval = 30,
    clock: ServerClock = ServerClock(), environment: RuntimeEnvironment = .live,
    logger: Logger = .silent
  ) {
    polled = PolledFlow(
      metadata: metadata, client: client, transport: transport, keys: keys,
      algorithms: idTokenAlgorithms, deadline: deadline, leeway: leeway, clock: clock,
      environment: environment, logger: logger)
  }

  /// Asks the issuer to ask the person.
  ///
  /// - Parameters:
  ///   - question: What the person shall be asked.
  ///   - extra: Parameters a provider wants besides those of the protocol.
  /// - Throws: `unreadable` when the issuer has no such endpoint; `refused` when it doesn't know the person
  ///   or won't ask; `misused` for a client that can't prove who it is.
  public func begin(
    _ question: BackchannelAuthenticationRequest, extra: Parameters = [:]
  ) async throws(OAuthError) -> BackchannelSignIn {
    let metadata = polled.reached
    guard let endpoint = metadata.backchannelAuthenticationEndpoint else {
      throw .unreadable(
        .metadataMalformed, "The issuer can't ask people on a device of their own.",
        parameter: "backchannel_authentication_endpoint")
    }
    _ = try metadata.requiredTokenEndpoint
    // "The Client MUST authenticate to the Backchannel Authentication Endpoint".
    if case .none = polled.client.authentication {
      throw .misused("client", "A client without credentials can't have people asked.")
    }
    let prover = try polled.prover()
    let (startedAt, wall) = (
      polled.environment.uptime(), polled.clock.now(polled.environment)
    )
    let authentication = try await polled.transport.perform(
      BackchannelAuthenticationExchange(
        question, client: polled.client, endpoint: endpoint,
        signature: signingKey.map { .init(key: $0, issuer: metadata.issuer) }, extra: extra),
      environment: polled.environment, clock: polled.clock)
    return BackchannelSignIn(
      authentication: authentication, flow: polled, scopes: question.scopes, startedAt: startedAt,
      beganAt: wall, prover: prover)
  }

  /// Signs a person in.
  ///
  /// - Parameters:
  ///   - question: What the person shall be asked.
  ///   - extra: Parameters a provider wants besides those of the protocol.
  ///   - name: What to call the session; without it, the person's subject.
  /// - Returns: The session, verified and not stored yet.
  /// - Throws: As ``begin(_:extra:)`` and ``BackchannelSignIn/finish(storedAs:)``.
  public func signIn(
    _ question: BackchannelAuthenticationRequest, extra: Parameters = [:],
    storedAs name: String? = nil
  ) async throws(OAuthError) -> StoredSession {
    try await begin(question, extra: extra).finish(storedAs: name)
  }
}
