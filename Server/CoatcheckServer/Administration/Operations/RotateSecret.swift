// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Replaces the secret of a client. The new secret is shown once, and the old one is not valid any more.
struct RotateSecret: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .post, "/clients/{client}/secret",
    "Give a client another secret, shown this once. The old one ends at once.",
    reply: .secret, refusals: [.notFound, .conflict])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("client")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let secret = office.environment.token()
    _ = try await office.change(client: id) { before throws(AdministrationProblem) in
      guard before.secretDigest != nil else {
        throw AdministrationProblem(.conflict, "The client has no secret.")
      }
      var after = before
      after.secretDigest = TokenDigest(of: Secret(secret))
      return after
    }
    return AdministrationReply(
      ["client_secret": .string(secret)], noted: .init(event: "client_secret_rotated", client: id))
  }
}
