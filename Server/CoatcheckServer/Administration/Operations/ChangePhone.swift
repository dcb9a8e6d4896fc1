// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Makes a phone number the only phone number of a user.
struct ChangePhone: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .put, "/users/{user}/phone",
    "Make a phone number the user's only one, as if it had been proved.",
    body: [
      AdministrationField(
        "phone", .text(4...16), "The number in E.164: +8613800000000.", isRequired: true)
    ], reply: .phones, refusals: [.notFound, .conflict])

  private let id: String
  private let phone: String

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    id = request.segment("user")
    phone = request.body["phone"]?.stringValue ?? ""
    guard phone.hasPrefix("+"), phone.utf8.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 }),
      (3...15).contains(phone.utf8.count - 1)
    else { throw .invalid("phone", "must be a plus and 3 to 15 digits") }
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    _ = try await office.user(id)
    let replaced = try await office.store.replacePhones(
      of: id, with: .phone(phone), at: office.environment.now())
    guard let replaced else {
      throw AdministrationProblem(.conflict, "Another user has this number.", member: "phone")
    }
    return AdministrationReply(
      ["replaced": .texts(replaced.map(\.value))],
      noted: .init(event: "phone_changed", subject: id))
  }
}
