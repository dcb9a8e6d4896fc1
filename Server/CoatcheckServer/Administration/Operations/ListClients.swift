// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Lists clients, or searches them.
struct ListClients: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/clients", "List or search clients, in the order of their identifiers.",
    query: [.search, .disabled, .count, .after, .limit], reply: AdministrationSchema.client.list)

  private let filter: ClientFilter
  private let after: String?
  private let limit: Int
  private let isCounted: Bool

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    filter = ClientFilter(
      text: request.text("search"),
      standing: request.flag("disabled").map { $0 ? .disabled : .active })
    after = request.text("after")
    limit = request.limit
    isCounted = request.isSet("count")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let clients = try await office.store.clients(filter, after: after, limit: limit)
    var page = JSONObject.page(clients, limit: limit, key: \.id, \.administered)
    if isCounted {
      page["total"] = .number(JSONNumber(try await office.store.countClients(filter)))
    }
    return AdministrationReply(page)
  }
}
