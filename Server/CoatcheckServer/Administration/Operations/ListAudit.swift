// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Lists the audit log.
struct ListAudit: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .get, "/audit", "List the audit log, the newest entry first.",
    query: [
      AdministrationField("event", .text(1...255), "Only this event."), .user, .client, .after,
      .limit,
    ], reply: AdministrationSchema.entry.list)

  private let filter: AuditFilter
  private let before: Int?
  private let limit: Int

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    filter = AuditFilter(
      event: request.text("event"), subject: request.text("user"), client: request.text("client"))
    before = try request.text("after").map { text throws(AdministrationProblem) in
      guard let number = Int(text) else { throw .invalid("after", "is not the `next` of a page") }
      return number
    }
    limit = request.limit
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    let entries = try await office.store.audit(filter, before: before, limit: limit)
    return AdministrationReply(
      .page(entries, limit: limit, key: { "\($0.number)" }, \.administered))
  }
}
