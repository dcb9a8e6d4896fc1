// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Adds a client from an export.
struct ImportClient: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .post, "/import/clients", "Add a client as an export has it.",
    body: ClientDocument.exportedFields,
    reply: .client, status: .created, refusals: [.conflict])

  private let client: RegisteredClient

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    client = try ClientDocument.imported(request.body)
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    guard try await office.store.replace(nil, with: client) else {
      throw AdministrationProblem(
        .conflict, "Another client has this identifier.", member: "client_id")
    }
    return AdministrationReply(
      client.administered, noted: .init(event: "client_imported", client: client.id))
  }
}
