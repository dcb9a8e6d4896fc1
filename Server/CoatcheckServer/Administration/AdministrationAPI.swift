// SPDX-License-Identifier: Apache-2.0
public import CoatcheckAccounts
import CoatcheckClient
import CoatcheckIssuer
import CoatcheckJOSE
public import CoatcheckOAuth
import Foundation
import HTTPTypes

/// The administration API over HTTP, in front of an identity server: everything below `/admin/`.
///
/// A request needs an access token of this issuer with the scope `coatcheck.admin`, of a client that the operator
/// registered for it, and a proof of possession if the token is bound to a key. Tokens that a user signed in for are
/// accepted for `IssuerSettings.administrators`.
public struct AdministrationAPI: Sendable {
  private let server: IdentityServer
  private let office: Administration
  private var resource: ProtectedResource

  /// Creates the API.
  ///
  /// - Parameters:
  ///   - server: The server whose users and clients are administered; requests for other paths are its own.
  ///   - store: The store of that server.
  /// - Throws: The error of `Endpoint` when `/admin` below the issuer identifier is not a valid address.
  public init(
    before server: IdentityServer, store: any AdministrationStore
  ) throws(OAuthError) {
    self.server = server
    let issuer = server.authorizationServer.settings.issuer.text
    resource = ProtectedResource(identifier: try Endpoint(issuer + "/admin"))
    resource.schemes = [.bearer, .dpop]
    resource.scopes = [Scope(rawValue: AuthorizationServer.administrationScope)]
    resource.metadata = nil
    office = server.administration(of: store)
  }

  /// Responds to one request; a path outside `/admin/` is passed on to the server.
  ///
  /// It never throws: a refusal is a problem document ([RFC 9457 §3](https://www.rfc-editor.org/rfc/rfc9457#section-3)).
  @Sendable
  public func respond(to request: ServedRequest) async -> ServedResponse {
    let prefix = server.base + "/admin/"
    guard request.path.hasPrefix(prefix) else { return await server.respond(to: request) }
    var response = await answer(request)
    Hardening.apply(to: &response.head)
    if request.head.method == .head {
      response.head.headerFields[.contentLength] = String(response.body.count)
      response.body = Data()
    }
    return response
  }

  private func answer(_ request: ServedRequest) async -> ServedResponse {
    var local = request.head
    local.path = String((request.head.path ?? "").dropFirst(server.base.count))
    let inner = ServedRequest(head: local, body: request.body, source: request.source)
    if inner.path == AdministrationDocument.path { return document(inner) }
    do throws(OAuthError) {
      let actor = try await actor(of: request)
      let response = await office.respond(to: inner, by: actor, from: request.source.key)
      return response.withMethods(of: inner.path)
    } catch {
      server.authorizationServer.audit(
        AuditEvent(
          .administrationRefused, ["from": request.source.key, "reason": error.reason]))
      return refusal(error, of: request)
    }
  }

  private func document(_ request: ServedRequest) -> ServedResponse {
    guard [.get, .head].contains(request.head.method) else {
      var response = AdministrationProblem(
        .methodNotAllowed, "This path does not know the method."
      ).response
      response.head.headerFields[.allow] = "GET, HEAD"
      return response
    }
    var head = HTTPResponse(status: .ok)
    head.headerFields[.contentType] = "application/json"
    let issuer = server.authorizationServer.settings.issuer.text
    return ServedResponse(
      head: head, body: Data(AdministrationDocument.json(at: issuer).serialized()))
  }

  private func actor(of request: ServedRequest) async throws(OAuthError) -> AdministrationActor {
    let presented = try PresentedAccessToken(request.head)
    let path = String(request.path.dropFirst(server.base.count))
    let proof = presented.scheme == .dpop ? try server.proof(in: request, at: path) : nil
    let found = try await server.authorizationServer.administrator(
      presented.token, presentedAs: presented.scheme, proof: proof)
    return found.userID.map { .user($0, client: found.clientID) } ?? .client(found.clientID)
  }

  /// An error as a problem document, with the challenges of RFC 6750 and RFC 9449.
  private func refusal(_ error: OAuthError, of request: ServedRequest) -> ServedResponse {
    let authorization = request.head.headerFields[.authorization]?.lowercased() ?? ""
    let settings = server.authorizationServer.settings
    let nonce =
      settings.proofNonces == .required
      ? server.authorizationServer.nonces?.nonce(at: server.authorizationServer.environment.now())
      : nil
    let (head, _) = resource.response(
      to: error, presentedAs: authorization.hasPrefix("dpop ") ? .dpop : .bearer,
      requiring: ResourceRequirement(scopes: resource.scopes), nonce: nonce)
    let status: HTTPResponse.Status =
      switch head.status.code {
      case 400: .badRequest
      case 401: .unauthorized
      case 403: .forbidden
      default: .serviceUnavailable
      }
    var response = AdministrationProblem(status, error.reason).response
    for name in [HTTPField.Name.wwwAuthenticate, .dPoPNonce] {
      for value in head.headerFields[values: name] {
        response.head.headerFields.append(HTTPField(name: name, value: value))
      }
    }
    return response
  }
}

extension ServedResponse {
  /// Adds the methods of the path (`Allow`) to a 405 response.
  func withMethods(of path: String) -> ServedResponse {
    guard head.status == .methodNotAllowed else { return self }
    var response = self
    response.head.headerFields[.allow] =
      Administration.methods(of: path).map(\.rawValue).joined(separator: ", ")
    return response
  }
}

extension IdentityServer {
  /// The administration of this server's store. Clients are notified of sessions that end.
  func administration(of store: any AdministrationStore) -> Administration {
    // Without the audit trail: the store has the entry already, with its actor.
    let log = AuditLog(logger: logger)
    return Administration(
      store: store, passwords: passwords, environment: authorizationServer.environment,
      record: { event in
        log.record(event)
        metrics.count(event.name)
      },
      tell: { ended in
        for session in ended {
          await self.tell(await self.authorizationServer.notices(about: session))
        }
      })
  }

  /// Responds to an administration request from the Unix socket.
  @Sendable
  package func administer(
    _ request: ServedRequest, by uid: UInt32, in store: any AdministrationStore
  ) async -> ServedResponse {
    let office = administration(of: store)
    var response = await office.respond(to: request, by: .uid(uid), from: nil)
      .withMethods(of: request.path)
    Hardening.apply(to: &response.head)
    return response
  }
}
