// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Shows a client, without its secret.
struct ShowClient: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/clients/{client}", "Show a client.", reply: .client, refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("client")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    AdministrationReply(try await office.client(id).administered)
  }
}
