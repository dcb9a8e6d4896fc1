// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Lists the login sessions of a user.
struct ListUserSessions: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/users/{user}/sessions", "List a user's browser sessions.",
    query: [.after, .limit], reply: AdministrationSchema.session.list, refusals: [.notFound])

  private let id: String
  private let after: TokenDigest?
  private let limit: Int

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("user")
    after = try request.digest("after")
    limit = request.limit
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    _ = try await office.user(id)
    return AdministrationReply(try await office.logins(of: id, after: after, limit: limit))
  }
}
