// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Removes a user with all data of the user.
struct RemoveUser: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .delete, "/users/{user}", "Remove a user with everything. The identifier is never used again.",
    refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("user")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let now = office.environment.now()
    let ended = try await office.store.endSessions(
      of: id, keeping: .none, reason: "user_removed", at: now)
    guard try await office.store.removeUser(id, at: now) else {
      throw AdministrationProblem.unknown("user")
    }
    return AdministrationReply(
      noted: .init(event: "user_removed", subject: id), ended: ended.sessions)
  }
}
