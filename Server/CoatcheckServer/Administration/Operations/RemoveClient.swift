// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Removes a client with its codes, pushed requests, devices and consents, and revokes its tokens.
struct RemoveClient: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .delete, "/clients/{client}", "Remove a client with everything it has.",
    refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("client")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    guard try await office.store.removeClient(id, at: office.environment.now()) else {
      throw AdministrationProblem.unknown("client")
    }
    return AdministrationReply(noted: .init(event: "client_removed", client: id))
  }
}
