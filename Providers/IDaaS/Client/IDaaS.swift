// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
public import CoatcheckIDaaSProtocol
public import CoatcheckOAuth
public import Logging

/// A tenant of the identity service: users sign in there with Weibo and prove a phone number.
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
  /// Where sessions are kept.
  public let store: any TokenStore
  let transport: any HTTPTransport
  let environment: RuntimeEnvironment
  let logger: Logger
  let shared: IDaaSShared

  /// A tenant.
  ///
  /// - Parameters:
  ///   - configuration: The tenant and the application.
  ///   - store: Where sessions are kept.
  ///   - transport: What sends the requests; its trust rules may pin the tenant's key.
  ///   - environment: The clocks and the random generator.
  ///   - logger: Where the steps are logged; no token, code, number or captcha ever is.
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

  /// The issuer of the tenant's ID tokens.
  public var issuer: String { shared.verifier.issuer }

  /// Who calls: the application and this installation.
  ///
  /// - Throws: `storeFailed` or `storeLocked` when the id of this installation cannot be read.
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

  /// Does one call of the interface.
  ///
  /// - Throws: `refused` with the service's code in `providerCode`; `unreachable`; `unreadable`.
  public func perform<Call: IDaaSCall>(_ call: Call) async throws(OAuthError) -> Call.Reply {
    try await site().perform(call)
  }
}
