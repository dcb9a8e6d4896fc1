// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Ends all login sessions, codes, device authorizations and tokens of a user.
struct EndUserSessions: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .delete, "/users/{user}/sessions", "End all sessions and tokens of a user.",
    refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("user")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    _ = try await office.user(id)
    let ended = try await office.store.endSessions(
      of: id, keeping: .none, reason: "ended_by_operator", at: office.environment.now())
    return AdministrationReply(
      noted: .init(
        event: "sessions_ended", subject: id, details: ["families": "\(ended.families.count)"]),
      ended: ended.sessions)
  }
}
