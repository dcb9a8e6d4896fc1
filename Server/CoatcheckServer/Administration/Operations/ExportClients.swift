// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Exports clients, with the digests of their secrets.
struct ExportClients: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/export/clients", "Clients with the digests of their secrets, for another database.",
    query: [.after, .limit], reply: AdministrationSchema.registration.list)

  private let after: String?
  private let limit: Int

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    after = request.text("after")
    limit = request.limit
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let clients = try await office.store.clients(ClientFilter(), after: after, limit: limit)
    return AdministrationReply(
      .page(clients, limit: limit, key: \.id, ClientDocument.exported),
      noted: .init(event: "clients_exported", details: ["count": "\(clients.count)"]))
  }
}
