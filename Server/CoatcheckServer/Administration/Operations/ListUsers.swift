// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Lists users, or searches them.
struct ListUsers: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/users", "List or search users, in the order of their names.",
    query: [
      AdministrationField("username", .text(1...255), "Only the user of this name."), .search,
      .disabled, .count, .after, .limit,
    ], reply: AdministrationSchema.user.list)

  private let username: UserName?
  private let filter: UserFilter
  private let after: UserName?
  private let limit: Int
  private let isCounted: Bool

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    username = try request.text("username").map { text throws(AdministrationProblem) in
      try .administered(text)
    }
    filter = UserFilter(
      text: request.text("search"),
      standing: request.flag("disabled").map { $0 ? .disabled : .active })
    after = try request.text("after").map { text throws(AdministrationProblem) in
      guard let name = try? UserName(text) else { throw .invalid("after", "is no user name") }
      return name
    }
    limit = request.limit
    isCounted = request.isSet("count")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    if let username {
      let user = try await office.store.user(named: username)
      return AdministrationReply(
        .page([user].compactMap(\.self), limit: .max, key: \.id, \.administered))
    }
    let users = try await office.store.users(filter, after: after, limit: limit)
    var page = JSONObject.page(users, limit: limit, key: \.name.text, \.administered)
    if isCounted {
      page["total"] = .number(JSONNumber(try await office.store.countUsers(filter)))
    }
    return AdministrationReply(page)
  }
}
