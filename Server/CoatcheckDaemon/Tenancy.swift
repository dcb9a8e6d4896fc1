// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckAsyncHTTP
import CoatcheckClient
import CoatcheckIDaaSServer
import CoatcheckIssuer
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import Logging

/// The IDaaS interface beside an issuer: the same store, keys and origin.
struct Tenancy: Sendable {
  /// The tenant's folder.
  let folder: String
  /// Whether codes go to the outbox, and the pages for development are there.
  let isDevelopment: Bool
  let transport: any HTTPTransport
  let messages: any MessageSender
  let environment: RuntimeEnvironment
  let logger: Logger
  private let tenant: TenantFolder

  /// Reads the folder.
  ///
  /// - Throws: `TenantError` for the first thing that is wrong in it.
  init(
    folder: String, isDevelopment: Bool, environment: RuntimeEnvironment,
    logger: Logger
  ) throws(TenantError) {
    self.folder = folder
    self.isDevelopment = isDevelopment
    self.environment = environment
    self.logger = logger
    transport = AsyncHTTPTransport.shared
    tenant = TenantFolder(path: folder, environment: environment) { trouble in
      logger.error("the tenant's folder cannot be used", metadata: ["trouble": "\(trouble)"])
    }
    try tenant.check()
    let gateways = try TenantFolder.messages(
      path: folder, over: transport, environment: environment, logger: logger)
    if isDevelopment {
      messages = Outbox()
    } else if let gateways {
      messages = gateways
    } else {
      throw TenantError(
        file: "gateways.json",
        reason: "is missing: codes cannot be sent (--development keeps them in an outbox)")
    }
  }

  /// The interface's server, in front of another one.
  ///
  /// - Parameters:
  ///   - issuer: The issuer's identifier; its origin is the tenant's.
  ///   - figures: The settings of the interface.
  ///   - trail: Keeps its audit events.
  func responder(
    before next: @escaping Responder, issuer: String, figures: TenantFigures,
    store: any IDaaSStore, passwords: PasswordHasher, keys: SigningKeys, sealer: Sealer,
    trail: AuditTrail? = nil
  ) -> Responder {
    var settings = figures
    settings.origin = Self.origin(of: issuer)
    settings.isDevelopment = isDevelopment
    let server = IDaaSServer(
      settings: settings, tenant: tenant, store: store, passwords: passwords, keys: keys,
      sealer: sealer, transport: transport, messages: messages, environment: environment,
      logger: logger, trail: trail)
    return { request in
      // The interface has an issuer of its own, but the discovery document at the root is that of this
      // server's issuer.
      let isInterface =
        server.serves(request.path) && request.path != "/.well-known/openid-configuration"
      return isInterface ? await server.respond(to: request) : await next(request)
    }
  }

  /// The scheme and the host of an identifier.
  private static func origin(of issuer: String) -> String {
    guard let scheme = issuer.range(of: "://") else { return issuer }
    let host = issuer[scheme.upperBound...].prefix { $0 != "/" }
    return String(issuer[..<scheme.upperBound] + host)
  }
}
