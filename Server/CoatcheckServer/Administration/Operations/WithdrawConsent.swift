// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Withdraws the consent of a user for a client, and revokes the client's tokens of the user.
struct WithdrawConsent: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .delete, "/users/{user}/consents/{client}",
    "Take back what a user allowed a client, and end its tokens.", refusals: [.notFound])

  private let user: String
  private let client: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    user = request.segment("user")
    client = request.segment("client")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let withdrawn = try await office.store.withdrawConsent(
      of: user, client: client, reason: "consent_withdrawn", at: office.environment.now())
    guard let withdrawn else { throw AdministrationProblem.unknown("consent") }
    return AdministrationReply(
      noted: .init(
        event: "consent_withdrawn", subject: user, client: client,
        details: ["families": "\(withdrawn.families.count)"]))
  }
}
