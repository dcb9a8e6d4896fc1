// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Ends all tokens, codes, pushed requests and pending devices of a client.
struct RevokeClientTokens: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .delete, "/clients/{client}/tokens", "End all tokens, codes and requests of a client.",
    refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("client")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    _ = try await office.client(id)
    let ended = try await office.store.revokeClient(
      id, reason: "ended_by_operator", at: office.environment.now())
    return AdministrationReply(
      noted: .init(event: "tokens_revoked", client: id, details: ["families": "\(ended)"]))
  }
}
