// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Ends one login session of a user, with its codes and tokens.
struct EndUserSession: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .delete, "/users/{user}/sessions/{session}",
    "End a browser session, its codes, and its tokens except those with offline_access.",
    refusals: [.notFound])

  private let id: String
  private let sid: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("user")
    sid = request.segment("session")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let ended = try await office.store.endSession(
      sid, of: id, reason: "ended_by_operator", at: office.environment.now())
    guard let ended else { throw AdministrationProblem.unknown("session") }
    return AdministrationReply(
      noted: .init(event: "session_ended", subject: id, details: ["session": sid]),
      ended: [ended])
  }
}
