// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
public import CoatcheckClient
import CoatcheckIDaaSProtocol
public import CoatcheckIssuer
public import CoatcheckOAuth
public import CoatcheckServer
import Foundation
import HTTPTypes
public import Logging

/// The storage of everything that the server keeps between requests.
public typealias IDaaSStore = IssuerStore & SocialStore & UserStore

/// The server of the IDaaS interface: social login, binding of phone numbers, sessions, and the hosted
/// pages.
///
/// It opens no socket; an `HTTPListener` passes requests to it, alone or beside an `IdentityServer`.
public struct IDaaSServer: Sendable {
  let settings: IDaaSSettings
  let tenant: any Tenant
  let store: any IDaaSStore
  let passwords: PasswordHasher
  let keys: SigningKeys
  let sealer: Sealer
  let transport: any HTTPTransport
  let messages: any MessageSender
  let environment: CoatcheckOAuth.RuntimeEnvironment
  let audit: @Sendable (AuditEvent) -> Void
  let slides = SlidePictures()

  private let routes: [String: [IDaaSRoute]]

  /// Creates a server from its parts.
  ///
  /// - Parameters:
  ///   - settings: The limits and lifetimes.
  ///   - tenant: The applications and their configuration.
  ///   - store: The storage.
  ///   - passwords: The hasher that verifies passwords.
  ///   - keys: The keys that sign ID tokens. They must be started.
  ///   - sealer: Encrypts cookies and stored secrets.
  ///   - transport: The transport of requests to social networks.
  ///   - messages: The sender of codes and notices.
  ///   - environment: The clocks and the random generator.
  ///   - logger: The logger of audit events, at the level `info`. Secrets are never logged.
  ///   - trail: Stores audit events as well; nil for the log only.
  public init(
    settings: IDaaSSettings, tenant: any Tenant, store: any IDaaSStore, passwords: PasswordHasher,
    keys: SigningKeys, sealer: Sealer, transport: any HTTPTransport, messages: any MessageSender,
    environment: CoatcheckOAuth.RuntimeEnvironment, logger: Logger, trail: AuditTrail? = nil
  ) {
    self.settings = settings
    self.tenant = tenant
    self.store = store
    self.passwords = passwords
    self.keys = keys
    self.sealer = sealer
    self.transport = transport
    self.messages = messages
    self.environment = environment
    let audit = AuditLog(logger: logger, trail: trail)
    self.audit = { audit.record($0) }
    routes = Dictionary(grouping: IDaaSRoute.table, by: \.path)
  }

  /// Whether this server has a route for a path, for a listener that serves other paths as well.
  ///
  /// - Parameter path: The path of the request without its query, beginning with `/`.
  public func serves(_ path: String) -> Bool {
    routes[path] != nil || IDaaSRoute.prefixes.contains { path.hasPrefix($0) }
  }

  /// Answers one request. Failures become error responses with a return code.
  @Sendable
  public func respond(to request: ServedRequest) async -> ServedResponse {
    var response = await answer(request)
    Hardening.apply(to: &response.head)
    if request.head.method == .head {
      response.head.headerFields[.contentLength] = String(response.body.count)
      response.body = Data()
    }
    return response
  }

  private func answer(_ request: ServedRequest) async -> ServedResponse {
    let candidates =
      routes[request.path]
      ?? IDaaSRoute.table.filter { $0.isPrefix && request.path.hasPrefix($0.path) }
    guard !candidates.isEmpty else { return .text(.notFound, "Not found.") }
    guard let route = candidates.first(where: { $0.method == request.head.method }) else {
      var response = ServedResponse.text(.methodNotAllowed, "Not here.")
      // "The origin server MUST generate an Allow header field in a 405 response".
      // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6
      response.head.headerFields[.allow] = candidates.map(\.method.rawValue).joined(separator: ", ")
      return response
    }
    return await route.handler(self, request)
  }
}
