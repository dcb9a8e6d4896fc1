// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Gives a user a random password, which is shown once.
struct ResetPassword: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .post, "/users/{user}/password",
    "Give a user a random password, shown this once. The user's sessions and tokens end.",
    reply: .password, refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("user")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    _ = try await office.user(id)
    let text = office.environment.token(bytes: 15)
    let hash = try await office.passwords.hash(Password(text))
    let (_, ended) = try await office.change(id) { $0.passwordHash = hash }
    return AdministrationReply(
      ["password": .string(text)], noted: .init(event: "password_reset", subject: id),
      ended: ended?.sessions ?? [])
  }
}
