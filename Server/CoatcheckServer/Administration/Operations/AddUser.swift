// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Adds a user.
struct AddUser: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .post, "/users", "Add a user.",
    body: [
      AdministrationField(
        "username", .text(1...255), "What the user types: no spaces, no controls.", isRequired: true
      ),
      AdministrationField("password", .text(1...1_024), "A password; none unless given."),
      AdministrationField("id", .text(1...255), "The subject identifier; random unless given."),
      AdministrationField("claims", .object, "The claims of OpenID Connect."),
      AdministrationField("disabled", .flag, "Whether sign-ins are refused."),
    ], reply: .user, status: .created, refusals: [.conflict])

  private let id: String?
  private let name: UserName
  private let password: Password?
  private let claims: JSONObject
  private let standing: User.Standing

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    let body = request.body
    id = body["id"]?.stringValue
    name = try .administered(body["username"]?.stringValue ?? "")
    password = try body["password"]?.stringValue.map { text throws(AdministrationProblem) in
      try .administered(text)
    }
    claims = body["claims"]?.objectValue ?? [:]
    standing = body["disabled"]?.boolValue == true ? .disabled : .active
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    var user = User(
      id: id ?? "u-" + office.environment.token(bytes: 12), name: name, claims: claims,
      standing: standing)
    if let password { user.passwordHash = try await office.passwords.hash(password) }
    switch try await office.store.add(UserAccount(user: user), at: office.environment.now()) {
    case .taken(let taken):
      throw AdministrationProblem(
        .conflict, "Another user has or had this \(taken.rawValue).", member: taken.rawValue)
    case .added:
      return AdministrationReply(
        user.administered, noted: .init(event: "user_added", subject: user.id))
    }
  }
}
