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

/// A store for everything the server keeps.
public typealias IDaaSStore = IssuerStore & SocialStore & UserStore

/// The server of the IDaaS interface: social login, binding a phone, sessions, and the pages for it.
///
/// It opens no socket; an `HTTPListener` brings it requests, alone or beside an `IdentityServer`.
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

  /// Puts a server together.
  ///
  /// - Parameters:
  ///   - settings: The figures it decides by.
  ///   - tenant: The applications and what they may do.
  ///   - store: What it remembers.
  ///   - passwords: Checks passwords, a few at a time.
  ///   - keys: What ID tokens are signed with; started.
  ///   - sealer: Seals cookies, and what is kept for later.
  ///   - transport: Reaches the social networks.
  ///   - messages: Sends codes.
  ///   - environment: The clock and the random source.
  ///   - logger: Receives audit events at `info`. No secret reaches it.
  ///   - trail: Keeps audit events in the store as well.
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

  /// Whether a path is one of this server's: for a listener that serves others as well.
  public func serves(_ path: String) -> Bool {
    routes[path] != nil || IDaaSRoute.prefixes.contains { path.hasPrefix($0) }
  }

  /// Answers one request.
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
