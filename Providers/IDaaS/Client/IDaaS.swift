// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth
public import Logging

/// A client of a tenant of the identity service: users sign in with Weibo and verify a phone number.
///
/// ```swift
/// let idaas = try IDaaS(
///   IDaaSConfiguration(domain: "https://tenant.example", clientID: "…"), store: .system)
/// switch try await idaas.signIn(weiboToken: token, uid: uid) {
/// case .signedIn(let session): …
/// case .needsBinding(let pending), .needsRegistration(let pending): …
/// case .secondFactor(let pending), .confirmLink(let pending), .passwordChange(let pending): …
/// case .denied: …
/// }
/// ```
///
/// Make one and keep it: it remembers the tenant's keys.
public struct IDaaS: Sendable {
  /// The tenant and the application.
  public let configuration: IDaaSConfiguration
  /// The store of the sessions.
  public let store: any TokenStore
  let transport: any HTTPTransport
  let environment: RuntimeEnvironment
  let logger: Logger
  let shared: IDaaSShared

  /// Creates a client of a tenant.
  ///
  /// - Parameters:
  ///   - configuration: The tenant and the application.
  ///   - store: The store of the sessions.
  ///   - transport: The transport of the requests; its trust rules may pin the tenant's key.
  ///   - environment: The clocks and the random generator.
  ///   - logger: The logger for the steps of a sign-in. Tokens, codes, phone numbers and captchas are
  ///     never logged.
  /// - Throws: `misused` when the configuration cannot be used.
  public init(
    _ configuration: IDaaSConfiguration, store: any TokenStore, transport: any HTTPTransport,
    environment: RuntimeEnvironment = .live, logger: Logger = .silent
  ) throws(OAuthError) {
    self.configuration = configuration
    self.store = store
    self.transport = transport
    self.environment = environment
    self.logger = logger
    shared = try IDaaSShared(
      origin: configuration.origin, clientID: configuration.clientID, transport: transport,
      environment: environment)
  }

  /// The issuer identifier of the tenant's ID tokens: the claim `iss`.
  public var issuer: String { shared.verifier.issuer }

  /// Returns the values that identify the application and this installation in every call.
  ///
  /// The identifier of the installation is created when it is first needed.
  ///
  /// - Throws: `misused` when the identifier of this installation cannot be sent; `storeFailed` or
  ///   `storeLocked` when it cannot be read.
  public func caller() async throws(OAuthError) -> IDaaSCaller {
    let device = try await configuration.device.id(
      issuer: issuer, clientID: configuration.clientID, store: store, environment: environment)
    var caller = IDaaSCaller(
      clientID: configuration.clientID, system: configuration.system, device: device,
      agent: configuration.agent, language: configuration.language)
    if configuration.confirmsLinking { caller.capabilities = ["confirm"] }
    return caller
  }

  /// The tenant with everything that calls to it need.
  func site() async throws(OAuthError) -> IDaaSSite {
    let caller = try await caller()
    return IDaaSSite(
      origin: configuration.origin, caller: caller,
      provider: try .idaas(at: configuration.origin, caller: caller), transport: transport,
      environment: environment, clock: shared.clock, verifier: shared.verifier)
  }

  /// Performs one call of the interface.
  ///
  /// - Throws: `refused` with the service's return code in `OAuthError.providerCode`; `unreachable` when
  ///   there was no usable response, and the call may succeed later; `unreadable` when the response is
  ///   malformed. Before anything is sent: `misused` naming the argument that cannot be sent, and the
  ///   errors of ``caller()``.
  public func perform<Call: IDaaSCall>(_ call: Call) async throws(OAuthError) -> Call.Reply {
    try await site().perform(call)
  }
}
