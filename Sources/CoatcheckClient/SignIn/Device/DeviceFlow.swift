// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth
public import Logging
public import CoatcheckFoundation

/// The device authorization grant: the person signs in on another device, which has a browser.
///
/// ```swift
/// let flow = DeviceFlow(metadata: metadata, client: client, transport: transport)
/// let session = try await flow.signIn(scopes: [.openID]) { authorization in
///   show("Open \(authorization.verificationURI) and enter \(authorization.userCode)")
/// }
/// ```
///
/// Specification: [RFC 8628](https://www.rfc-editor.org/rfc/rfc8628).
public struct DeviceFlow: Sendable {
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

  /// A flow for one client at one issuer.
  ///
  /// - Parameters:
  ///   - metadata: The issuer's metadata.
  ///   - client: The client as it was registered.
  ///   - transport: What sends the requests.
  ///   - keys: The keys seen so far; a cache of its own unless given.
  ///   - idTokenAlgorithms: The algorithm registered for ID tokens, or several; without it those that the
  ///     issuer lists.
  ///   - deadline: How long the person may take, where the issuer's codes last longer.
  ///   - leeway: How far the clocks may differ, from 0 to 600 seconds.
  ///   - clock: What is known of the issuer's time; nothing unless given.
  ///   - environment: The clocks and what waits.
  ///   - logger: Where the steps are logged; no code and no secret ever is.
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

  /// Asks the issuer for a code to show.
  ///
  /// - Parameters:
  ///   - scopes: What is asked for; `openid` says who the person is.
  ///   - extra: Parameters a provider wants besides those of the protocol.
  /// - Throws: `unreadable` when the issuer has no such endpoint, or sent something that can't be shown;
  ///   else what the transport threw.
  public func begin(
    scopes: [Scope], extra: Parameters = [:]
  ) async throws(OAuthError) -> DeviceSignIn {
    let metadata = polled.reached
    guard let endpoint = metadata.deviceAuthorizationEndpoint else {
      throw .unreadable(
        .metadataMalformed, "The issuer can't sign in people on another device.",
        parameter: "device_authorization_endpoint")
    }
    _ = try metadata.requiredTokenEndpoint
    let prover = try polled.prover()
    let startedAt = polled.environment.uptime()
    let authorization = try await polled.transport.perform(
      DeviceAuthorizationExchange(
        scopes: scopes, client: polled.client, endpoint: endpoint, extra: extra),
      environment: polled.environment, clock: polled.clock)
    if authorization.completeWasElsewhere {
      polled.logger.warning(
        "the issuer named another server for the complete address, which is left out",
        metadata: ["issuer": "\(metadata.issuer)"])
    }
    return DeviceSignIn(
      authorization: authorization, flow: polled, scopes: scopes, startedAt: startedAt,
      prover: prover)
  }

  /// Signs a person in.
  ///
  /// - Parameters:
  ///   - scopes: What is asked for.
  ///   - extra: Parameters a provider wants besides those of the protocol.
  ///   - name: What to call the session; without it, the person's subject.
  ///   - prompt: Shows the code and the address to the person, and returns.
  /// - Returns: The session, verified and not stored yet.
  /// - Throws: As ``begin(scopes:extra:)``, the prompt and ``DeviceSignIn/finish(storedAs:)``.
  public func signIn(
    scopes: [Scope], extra: Parameters = [:], storedAs name: String? = nil,
    prompt: @Sendable (DeviceAuthorization) async throws(OAuthError) -> Void
  ) async throws(OAuthError) -> StoredSession {
    let signIn = try await begin(scopes: scopes, extra: extra)
    try await prompt(signIn.authorization)
    return try await signIn.finish(storedAs: name)
  }
}
