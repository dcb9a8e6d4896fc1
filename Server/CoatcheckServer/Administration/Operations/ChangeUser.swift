// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import HTTPTypes

/// Changes the name, password, claims or standing of a user. A new password, and disabling, end all
/// sessions and tokens of the user.
struct ChangeUser: AdministrationOperation {
  static let endpoint = AdministrationEndpoint(
    .patch, "/users/{user}",
    "Change a user. Another password, and disabling, end the user's sessions and tokens.",
    body: [
      AdministrationField("username", .text(1...255), "Another user name."),
      AdministrationField(
        "password", .text(1...1_024), "Another password; null for none.", isRemovable: true),
      AdministrationField("claims", .object, "All claims: those before are replaced."),
      AdministrationField("disabled", .flag, "Whether sign-ins are refused."),
    ], reply: .user, refusals: [.notFound, .conflict])

  private let id: String
  private let name: UserName?
  private let password: Password?
  private let removesPassword: Bool
  private let claims: JSONObject?
  private let standing: User.Standing?

  init(_ request: AdministrationRequest) throws(AdministrationProblem) {
    let body = request.body
    id = request.segment("user")
    name = try body["username"]?.stringValue.map { text throws(AdministrationProblem) in
      try .administered(text)
    }
    password = try body["password"]?.stringValue.map { text throws(AdministrationProblem) in
      try .administered(text)
    }
    removesPassword = body["password"] == .null
    claims = body["claims"]?.objectValue
    standing = body["disabled"]?.boolValue.map { $0 ? .disabled : .active }
  }

  func run(by office: Administration) async throws -> AdministrationReply {
    // The hash is computed once, also when the change is repeated.
    var hash: PasswordHash?
    if let password { hash = try await office.passwords.hash(password) }
    let (user, ended) = try await office.change(id) { [hash] user in
      if let name { user.name = name }
      if removesPassword { user.passwordHash = nil }
      if let hash { user.passwordHash = hash }
      if let claims { user.claims = claims }
      if let standing { user.standing = standing }
    }
    return AdministrationReply(
      user.administered,
      noted: .init(event: event, subject: id, details: ["changed": changed]),
      ended: ended?.sessions ?? [])
  }

  private var event: String {
    switch standing {
    case .disabled: "user_disabled"
    case .active: "user_enabled"
    case nil: password != nil || removesPassword ? "password_set" : "user_changed"
    }
  }

  private var changed: String {
    [
      name == nil ? nil : "username", password == nil && !removesPassword ? nil : "password",
      claims == nil ? nil : "claims", standing == nil ? nil : "disabled",
    ].compactMap(\.self).joined(separator: " ")
  }
}
