// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Shows a token family.
struct ShowToken: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/tokens/{token}", "Show a family of tokens.", reply: .token, refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("token")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    guard let family = try await office.store.family(id) else {
      throw AdministrationProblem.unknown("family of tokens")
    }
    return AdministrationReply(family.administered)
  }
}
