// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Exports users with all data except sessions and tokens, including password hashes.
struct ExportUsers: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/export/users",
    "Users with contacts, links, consent and password hashes, for another database.",
    query: [.after, .limit], reply: AdministrationSchema.account.list)

  private let after: UserName?
  private let limit: Int

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    after = try request.text("after").map { text throws(AdministrationProblem) in
      guard let name = try? UserName(text) else { throw .invalid("after", "is no user name") }
      return name
    }
    limit = request.limit
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let users = try await office.store.users(UserFilter(), after: after, limit: limit)
    var accounts: [UserAccount] = []
    for user in users {
      // A user who was removed meanwhile is left out.
      if let account = try await office.store.account(user.id) { accounts.append(account) }
    }
    var page = JSONObject.page(accounts, limit: .max, key: \.user.id, AccountDocument.json)
    if users.count == limit { page["next"] = users.last.map { .string($0.name.text) } }
    return AdministrationReply(
      page, noted: .init(event: "users_exported", details: ["count": "\(accounts.count)"]))
  }
}
