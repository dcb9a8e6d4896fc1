// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Adds a user from an export.
struct ImportUser: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .post, "/import/users", "Add a user as an export has them.", body: AccountDocument.fields,
    reply: .account, status: .created, refusals: [.conflict])

  private let account: UserAccount

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    account = try AccountDocument.account(request.body)
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    switch try await office.store.add(account, at: office.environment.now()) {
    case .taken(let taken):
      throw AdministrationProblem(
        .conflict, "Another user has or had this \(taken.rawValue).", member: taken.rawValue)
    case .added:
      return AdministrationReply(
        ["user": .object(account.user.administered)],
        noted: .init(event: "user_imported", subject: account.user.id))
    }
  }
}
