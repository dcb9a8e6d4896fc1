// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Revokes a token family.
struct RevokeToken: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .delete, "/tokens/{token}", "End a family of tokens.", refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("token")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let family = try await office.store.family(id)
    let isEnded = try await office.store.revokeFamily(
      id, reason: "ended_by_operator", at: office.environment.now())
    guard let family, isEnded else {
      throw AdministrationProblem(.notFound, "There is no such family of tokens, or it has ended.")
    }
    return AdministrationReply(
      noted: .init(
        event: "tokens_revoked", subject: family.userID, client: family.clientID,
        details: ["family": id]))
  }
}
