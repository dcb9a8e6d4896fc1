// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Removes a link, and ends the sessions that were opened through it.
struct RemoveLink: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .delete, "/users/{user}/links/{link}",
    "Undo a link. It is refused for the user's last way to sign in.",
    refusals: [.notFound, .conflict])

  private let user: String
  private let link: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    user = request.segment("user")
    link = request.segment("link")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let outcome = try await office.store.unlink(link, of: user, at: office.environment.now())
    switch outcome {
    case .unknown: throw AdministrationProblem.unknown("link")
    case .lastSignInMethod:
      throw AdministrationProblem(
        .conflict, "Without it the user could not sign in: set a password first.")
    case .unlinked(let link):
      return AdministrationReply(
        noted: .init(
          event: "link_removed", subject: user, details: ["provider": link.identity.provider]))
    }
  }
}
