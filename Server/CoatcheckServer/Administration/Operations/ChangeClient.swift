// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Changes the given members of a client; null removes a member.
struct ChangeClient: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .patch, "/clients/{client}", "Change members of a client; null removes one.",
    body: ClientDocument.changes, reply: .client, refusals: [.notFound, .conflict])

  private let id: String
  private let changes: JSONObject

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("client")
    changes = request.body
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let client = try await office.change(client: id) { before throws(AdministrationProblem) in
      // "MergePatch": https://www.rfc-editor.org/rfc/rfc7396#section-2
      var document = before.administered
      for (name, value) in changes { document[name] = value == .null ? nil : value }
      var after = try ClientDocument.client(document)
      after.registeredAt = before.registeredAt
      after.registrationTokenDigest = before.registrationTokenDigest
      after.secretDigest = before.secretDigest
      guard after.authenticationMethod.hasPrefix("client_secret") == (after.secretDigest != nil)
      else {
        throw .invalid(
          "token_endpoint_auth_method", "cannot change between a secret and none: add a client")
      }
      return after
    }
    return AdministrationReply(
      client.administered,
      noted: .init(
        event: event, client: id, details: ["changed": changes.names.joined(separator: " ")]))
  }

  private var event: String {
    switch changes["disabled"]?.boolValue {
    case true: "client_disabled"
    case false: "client_enabled"
    default: "client_changed"
    }
  }
}
