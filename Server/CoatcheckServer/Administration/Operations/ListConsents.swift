// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Lists the consents of users.
struct ListConsents: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/consents", "List what users allowed clients.",
    query: [.user, .client, .after, .limit], reply: AdministrationSchema.consent.list)

  private let user: String?
  private let client: String?
  private let after: Consent.Key?
  private let limit: Int

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    user = request.text("user")
    client = request.text("client")
    after = try request.text("after").map { text throws(AdministrationProblem) in
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        .map { try? Base64URL.decode($0) }
        .map { $0.map { String(decoding: $0, as: UTF8.self) } }
      guard parts.count == 2, let user = parts[0], let client = parts[1] else {
        throw .invalid("after", "is not the `next` of a page")
      }
      return Consent.Key(userID: user, clientID: client)
    }
    limit = request.limit
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let consents = try await office.store.consents(
      of: user, client: client, after: after, limit: limit)
    return AdministrationReply(
      .page(
        consents, limit: limit,
        key: { one in
          [one.key.userID, one.key.clientID].map { Base64URL.encode(Array($0.utf8)) }
            .joined(separator: ".")
        }, \.administered))
  }
}
