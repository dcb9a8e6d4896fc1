// SPDX-License-Identifier: Apache-2.0
package import CoatcheckAccounts
package import CoatcheckIssuer
package import CoatcheckOAuth
import CoatcheckJOSE
import Foundation
import HTTPTypes

/// Runs administration requests: finds the operation of a request, runs it, and records it in the audit
/// log.
///
/// The callers authorize the requests: ``AdministrationAPI`` by an access token, ``AdministrationSocket``
/// by the user ID of the peer, and the command by its access to the database.
package struct Administration: Sendable {
  let store: any AdministrationStore
  let passwords: PasswordHasher
  let environment: RuntimeEnvironment
  private let record: @Sendable (AuditEvent) -> Void
  private let tell: @Sendable ([EndedSession]) async -> Void

  /// Creates the administration of a store.
  ///
  /// - Parameters:
  ///   - store: The store that is administered.
  ///   - passwords: Hashes new passwords.
  ///   - environment: The clock and the random source.
  ///   - record: Receives each entry that is stored, for a log as well; does nothing unless given.
  ///   - tell: Notifies the clients of ended sessions; does nothing unless given.
  package init(
    store: any AdministrationStore, passwords: PasswordHasher, environment: RuntimeEnvironment,
    record: @escaping @Sendable (AuditEvent) -> Void = { _ in },
    tell: @escaping @Sendable ([EndedSession]) async -> Void = { _ in }
  ) {
    self.store = store
    self.passwords = passwords
    self.environment = environment
    self.record = record
    self.tell = tell
  }

  /// All operations.
  static let operations: [any AdministrationOperation.Type] = [
    ListUsers.self, AddUser.self, ShowUser.self, ChangeUser.self, RemoveUser.self,
    ResetPassword.self, ListUserSessions.self, EndUserSessions.self, EndUserSession.self,
    WithdrawConsent.self, ListLinks.self, RemoveLink.self, ChangePhone.self,
    ListSessions.self, ListTokens.self, ShowToken.self, RevokeToken.self, ListConsents.self,
    ListClients.self, AddClient.self, ShowClient.self, ChangeClient.self, RemoveClient.self,
    RotateSecret.self, RevokeClientTokens.self, ListAudit.self, ExportUsers.self,
    ExportClients.self, ImportUser.self, ImportClient.self,
  ]

  /// Runs the operation of a request.
  ///
  /// - Parameters:
  ///   - request: The request. Its path does not include the path of the issuer.
  ///   - actor: The authorized sender, for the audit log.
  ///   - address: The source address of the request; nil for this machine.
  package func respond(
    to request: ServedRequest, by actor: AdministrationActor, from address: String?
  ) async -> ServedResponse {
    do throws(AdministrationProblem) {
      let (operation, path) = try Self.find(request)
      return try await run(operation, request, at: path, by: actor, from: address)
    } catch {
      return error.response
    }
  }

  /// Finds the operation of a request by its path and method.
  ///
  /// - Throws: 404 for an unknown path, and 405 for a method that the path does not have.
  static func find(
    _ request: ServedRequest
  ) throws(AdministrationProblem) -> (any AdministrationOperation.Type, [String: String]) {
    guard let segments = segments(of: request.path) else { throw .unknown("path") }
    let found = operations.compactMap { one in
      one.endpoint.match(segments).map { (one, $0) }
    }
    guard !found.isEmpty else { throw .unknown("path") }
    guard let one = found.first(where: { $0.0.endpoint.method == request.head.method }) else {
      throw AdministrationProblem(.methodNotAllowed, "This path does not know the method.")
    }
    return one
  }

  /// The methods of a path. "The origin server MUST generate an Allow header field in a 405 response".
  /// [RFC 9110 §15.5.6](https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6)
  static func methods(of path: String) -> [HTTPRequest.Method] {
    guard let segments = segments(of: path) else { return [] }
    return operations.map { $0.endpoint }.filter { $0.match(segments) != nil }.map { $0.method }
  }

  /// The decoded segments after `/admin`; nil for other paths, and for segments that cannot be decoded.
  private static func segments(of path: String) -> [String]? {
    var segments = path.split(separator: "/", omittingEmptySubsequences: false)
    guard segments.count >= 3, segments.removeFirst().isEmpty, segments.removeFirst() == "admin"
    else { return nil }
    let decoded = segments.map(\.removingPercentEncoding)
    return decoded.contains(nil) ? nil : decoded.compactMap(\.self)
  }

  private func run(
    _ operation: any AdministrationOperation.Type, _ request: ServedRequest,
    at path: [String: String], by actor: AdministrationActor, from address: String?
  ) async throws(AdministrationProblem) -> ServedResponse {
    let endpoint = operation.endpoint
    do {
      let one = try operation.init(AdministrationRequest(request, at: path, of: endpoint))
      let reply = try await one.run(by: self)
      if let noted = reply.noted { try await note(noted, by: actor, from: address) }
      await tell(reply.ended)
      var head = HTTPResponse(status: endpoint.status)
      guard let json = reply.json else { return ServedResponse(head: head) }
      head.headerFields[.contentType] = "application/json"
      return ServedResponse(head: head, body: Data(json.serialized()))
    } catch {
      let problem = AdministrationProblem(of: error)
      if endpoint.isNoted {
        try? await note(.failure(of: operation, at: path, problem), by: actor, from: address)
      }
      throw problem
    }
  }

  private func note(
    _ noted: AdministrationReply.Note, by actor: AdministrationActor, from address: String?
  ) async throws {
    let entry = AuditEntry(
      time: environment.now(), event: noted.event, actor: AuditLog.line(actor.text),
      subject: noted.subject.map(AuditLog.line), client: noted.client.map(AuditLog.line),
      address: address, details: noted.details.mapValues(AuditLog.line))
    record(AuditEvent(entry))
    try await store.keepAudit([entry])
  }
}
