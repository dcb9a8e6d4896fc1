// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Shows a user with the verified contacts.
struct ShowUser: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/users/{user}", "Show a user.", reply: .user, refusals: [.notFound])

  private let id: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("user")
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let user = try await office.user(id)
    var json = user.administered
    json["contacts"] = .array(
      try await office.store.contacts(of: id).map { .object($0.administered) })
    json["last_seen"] = try await office.store.lastSeen(of: id).map(JSONValue.time)
    return AdministrationReply(json)
  }
}
