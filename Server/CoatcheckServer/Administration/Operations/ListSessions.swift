// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Lists the login sessions of all users.
struct ListSessions: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/sessions", "List the browser sessions of all users.",
    query: [.after, .limit], reply: AdministrationSchema.session.list)

  private let after: TokenDigest?
  private let limit: Int

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    after = try request.digest("after")
    limit = request.limit
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    AdministrationReply(try await office.logins(of: nil, after: after, limit: limit))
  }
}
