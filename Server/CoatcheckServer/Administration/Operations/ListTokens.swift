// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Lists token families.
struct ListTokens: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/tokens", "List families of tokens, by user and by client.",
    query: [
      .user, .client, AdministrationField("ended", .flag, "Whether ended ones are listed as well."),
      .after, .limit,
    ], reply: AdministrationSchema.token.list)

  private let filter: FamilyFilter
  private let after: String?
  private let limit: Int

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    filter = FamilyFilter(
      userID: request.text("user"), clientID: request.text("client"),
      includesEnded: request.isSet("ended"))
    after = request.text("after")
    limit = request.limit
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let families = try await office.store.families(
      filter, after: after, limit: limit, at: office.environment.now())
    return AdministrationReply(.page(families, limit: limit, key: \.id, \.administered))
  }
}
