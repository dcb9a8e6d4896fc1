// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
import CoatcheckClient
public import CoatcheckIssuer
public import CoatcheckOAuth
public import CoreMetrics
import Foundation
import HTTPTypes
public import Logging

/// An identity server: the endpoints of an OAuth 2.0 authorization server and OpenID Provider, and their
/// pages for sign-in and consent. It opens no socket; an ``HTTPListener`` brings it requests.
///
/// ```swift
/// let sealer = Sealer(master: key, environment: .live)
/// let keys = SigningKeys(store: store, sealer: sealer)
/// try await keys.start()   // a wrong master key ends here, before a client can connect
/// let server = try IdentityServer(
///   settings: settings, store: store, users: store, passwords: hasher, keys: keys,
///   sealer: sealer, environment: .live, logger: logger)
/// try await HTTPListener(host: "127.0.0.1", port: 8080, logger: logger)
///   .run(until: .onSignals) { _ in server.respond }
/// ```
public struct IdentityServer: Sendable {
  let authorizationServer: AuthorizationServer
  let users: any UserStore
  let passwords: PasswordHasher
  let allPages: PagesByLanguage
  let interactions: InteractionCookies
  let logins: LoginCookie
  let metadata: ServerMetadata
  let base: String
  let logger: Logger
  let sealer: Sealer
  /// Sends requests to clients; nil when none are sent.
  let reach: OutboundAccess?
  /// The store of the account page; nil without that page.
  let accounts: (any AdministrationStore)?

  let metrics: RequestMetrics
  private let routes: [String: Route]

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - settings: The issuer identifier, lifetimes, limits and policies.
  ///   - store: Where clients, codes, tokens and sessions are kept.
  ///   - users: Where the accounts of users are kept.
  ///   - passwords: Hashes and checks passwords, a few at a time.
  ///   - keys: The signing keys. `start()` must have been called.
  ///   - sealer: Seals the cookies of the pages, and derives the key of the nonces for DPoP proofs.
  ///   - environment: The clocks and the source of random bytes.
  ///   - logger: Receives audit events at `info`. No secret reaches it.
  ///   - factory: Receives the metrics; unless given, the metrics system that the program has set up.
  ///   - reach: How the server sends requests to clients: back-channel logout requests, and those for a
  ///     `jwks_uri` or `sector_identifier_uri`. Without it no client is notified, and a registration with
  ///     such a URI is refused.
  ///   - accounts: The store again, for the page at which users see their sessions and consents and end
  ///     them (`/account`). Without it there is no such page.
  ///   - trail: Keeps audit events in the store as well; nil for the logger alone.
  /// - Throws: `OAuthError` with the outcome `misused` when an endpoint below the issuer identifier is not
  ///   a valid address, or when an access token or ID token lives longer than the key that signed it is
  ///   published.
  public init(
    settings: IssuerSettings, store: any IssuerStore, users: any UserStore,
    passwords: PasswordHasher, keys: SigningKeys, sealer: Sealer,
    environment: RuntimeEnvironment, logger: Logger,
    metrics factory: (any MetricsFactory)? = nil, reach: OutboundAccess? = nil,
    accounts: (any AdministrationStore)? = nil, trail: AuditTrail? = nil
  ) throws {
    guard keys.rotation.retention >= max(settings.accessTokenLifetime, settings.idTokenLifetime)
    else {
      throw OAuthError.misused(
        "retention", "Signing keys must be published for as long as tokens live.")
    }
    let audit = AuditLog(logger: logger, trail: trail)
    let metrics = RequestMetrics(factory: factory)
    self.metrics = metrics
    authorizationServer = AuthorizationServer(
      settings: settings, store: store, directory: AccountDirectory(users: users),
      keys: keys, environment: environment,
      nonces: try RollingNonces(key: sealer.tag(of: ["dpop"], for: .nonces)),
      documents: reach.map { FetchedDocuments(over: $0, for: settings.issuer) },
      audit: { event in
        audit.record(event)
        metrics.count(event.name)
      })
    self.users = users
    self.passwords = passwords
    self.logger = logger
    self.sealer = sealer
    base = Self.path(of: settings.issuer)
    allPages = PagesByLanguage(issuer: settings.issuer.text, base: base)
    self.reach = reach
    self.accounts = accounts
    var metadata = try settings.publishedMetadata(signingBy: keys, tellingClients: reach != nil)
    // "ui_locales_supported: Languages and scripts supported for the user interface".
    // https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
    metadata.uiLocalesSupported = PageLanguage.allCases.map(\.rawValue)
    self.metadata = metadata
    let rules = CookieRules(isSecure: settings.issuer.text.hasPrefix("https://"))
    interactions = InteractionCookies(
      rules: rules, sealer: sealer, lifetime: settings.interactionLifetime,
      environment: environment)
    logins = LoginCookie(
      rules: rules, store: store, lifetime: settings.loginLifetime, environment: environment)
    var routes: [String: Route] = [:]
    for route in Route.table { routes[base + route.path] = route }
    routes["/.well-known/oauth-authorization-server" + base] =
      routes[base + "/.well-known/openid-configuration"]
    self.routes = routes
  }

  /// Responds to one request.
  ///
  /// It never throws: every failure is a response.
  @Sendable
  public func respond(to request: ServedRequest) async -> ServedResponse {
    let begun = authorizationServer.environment.uptime()
    // The path is compared as it was sent: not decoded, and without a change of case or slashes.
    let route = routes[request.path] ?? configuration(request.path)
    var response = await answer(request, by: route)
    metrics.record(
      route?.path, status: response.head.status.code,
      after: authorizationServer.environment.uptime() - begun)
    Hardening.apply(to: &response.head)
    if request.head.method == .head {
      response.head.headerFields[.contentLength] = String(response.body.count)
      response.body = Data()
    }
    return response
  }

  private func answer(_ request: ServedRequest, by route: Route?) async -> ServedResponse {
    guard let route else { return .text(.notFound, "Not found.") }
    let isScripted = isScripted(request.path)
    if isScripted, request.head.method == .options {
      return preflight(request, allowing: route.methods)
    }
    guard route.methods.contains(request.head.method) else {
      var response = ServedResponse.text(.methodNotAllowed, "Not here.")
      // "The origin server MUST generate an Allow header field in a 405 response".
      // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6
      response.head.headerFields[.allow] = route.methods.map(\.rawValue).joined(separator: ", ")
      return response
    }
    let response = await route.handler(self, request)
    return isScripted ? await shared(response, with: request) : response
  }

  /// The route of the client configuration endpoint, if the path is below it.
  private func configuration(_ path: String) -> Route? {
    let prefix = base + Route.configuration.path
    let id = path.dropFirst(prefix.count)
    return path.hasPrefix(prefix) && !id.isEmpty && !id.contains("/") ? Route.configuration : nil
  }

  /// The path of the issuer; empty without one.
  private static func path(of issuer: Issuer) -> String {
    guard let scheme = issuer.text.range(of: "://") else { return "" }
    let rest = issuer.text[scheme.upperBound...]
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
  }
}
