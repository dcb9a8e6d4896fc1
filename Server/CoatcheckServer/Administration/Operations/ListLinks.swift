// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Lists the linked identities of a user at social networks.
struct ListLinks: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/users/{user}/links", "List the identities that sign in as a user.",
    reply: AdministrationSchema.link.list, refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("user")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    _ = try await office.user(id)
    let links = try await office.store.links(of: id)
    return AdministrationReply(
      .page(links, limit: .max, key: \.id, \.administered))
  }
}
