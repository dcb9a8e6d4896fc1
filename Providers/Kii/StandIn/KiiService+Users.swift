// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckKii
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// Registration, and the calls of users about their own records.
extension KiiService {
  /// - Parameter rest: The path below `users`.
  func answer(_ request: KiiRequest, users rest: [String]) throws -> ServedResponse {
    if rest.isEmpty, request.method == .post { return try register(request) }
    let user = try user(request)
    guard rest.first == "me" || rest.first == user.id else { throw KiiRefusal.notFound }
    switch (request.method, rest.count, rest.last) {
    case (.get, 1, _): return .standIn(json: user.json)
    case (.post, 1, _): return try update(user, request)
    case (.put, 2, "password"): return try changePassword(of: user, request)
    case (.post, 3, "link"): return try link(user, rest[1], request)
    case (.post, 3, "unlink"): return try unlink(user, rest[1])
    case (_, 4...5, _) where rest[1] == "buckets" && rest[3] == "objects":
      guard try grant(request).notes["unproved"] == nil else {
        throw KiiRefusal(.forbidden, "MFA_REQUIRED", "The second factor is missing")
      }
      return try objects.answer(
        request, "\(user.id)/\(rest[2])", rest.count == 5 ? rest[4] : nil)
    default: throw KiiRefusal.notFound
    }
  }

  private func register(_ request: KiiRequest) throws -> ServedResponse {
    let isPseudo =
      request.mediaType
      == "application/vnd.kii.registrationandauthorizationrequest+json"
    let json = try request.json(
      "vnd.kii.RegistrationRequest+json", "vnd.kii.RegistrationAndAuthorizationRequest+json")
    let names = ["loginName", "emailAddress", "phoneNumber"]
    let isNamed = names.contains { json[$0] != nil }
    guard isNamed != isPseudo, (json["password"] == nil) == isPseudo else {
      throw KiiRefusal.invalidInput("password")
    }
    let password = try isPseudo ? nil : Self.password(json, "password")
    let user = KiiUsers.User(
      id: users.next(), fields: try identity(json), password: password)
    try users.register(user)
    var answer = user.json
    if isPseudo {
      let grant = StandInTokens.Grant(
        clientID: appID, notes: ["user": user.id, "family": tokens.name()])
      answer["_accessToken"] = .string(tokens.accessToken(for: grant, until: nil))
    }
    return .standIn(.created, json: answer)
  }

  private func update(_ user: KiiUsers.User, _ request: KiiRequest) throws -> ServedResponse {
    let json = try request.json("vnd.kii.UserUpdateRequest+json")
    let password = try Self.password(json, "password")
    guard user.password == nil else {
      throw KiiRefusal(.conflict, "USER_ALREADY_HAS_PASSWORD", "The user has a password")
    }
    try users.identify(user.id, identity(json), password: password)
    return .standIn(json: [
      "modifiedAt": .number(JSONNumber(Int(request.now.timeIntervalSince1970 * 1000)))
    ])
  }

  private func changePassword(
    of user: KiiUsers.User, _ request: KiiRequest
  ) throws -> ServedResponse {
    let json = try request.json("vnd.kii.ChangePasswordRequest+json")
    let new = try Self.password(json, "newPassword")
    let old = Secret(try json.text("oldPassword"))
    try users.change(user.id) { user in
      guard user.password?.matches(old) == true else {
        throw KiiRefusal(.unauthorized, "WRONG_PASSWORD", "The password is wrong")
      }
      user.password = new
    }
    // "A token also dies on password change."
    tokens.revoke { $0.notes["user"] == user.id }
    return ServedResponse(head: HTTPResponse(status: .noContent))
  }

  private static func password(_ json: JSONObject, _ name: String) throws -> Secret {
    let text = try json.text(name)
    guard text.wholeMatch(of: /[\x20-\x7E]{4,50}/) != nil else {
      throw KiiRefusal(.badRequest, "PASSWORD_TOO_SHORT", "The password has a wrong form")
    }
    return Secret(text)
  }

  /// The identity fields in a body, checked against the documented forms.
  private func identity(_ json: JSONObject) throws -> JSONObject {
    func check(_ name: String, _ form: Regex<Substring>) throws {
      guard let value = json[name] else { return }
      guard let text = value.stringValue, text.wholeMatch(of: form) != nil else {
        throw KiiRefusal.invalidInput(name)
      }
    }
    try check("loginName", /[a-zA-Z0-9\-_.]{3,64}/)
    try check("emailAddress", /[^@]+@[^@]+/)
    try check("phoneNumber", /[+]?[0-9]{10,}/)
    try check("country", /[A-Za-z]{2}/)
    if json["phoneNumber"]?.stringValue?.hasPrefix("+") == false, json["country"] == nil {
      throw KiiRefusal.invalidInput("country")
    }
    var fields = json
    fields["password"] = nil
    for name in ["emailAddress", "phoneNumber"] where json[name] != nil {
      fields[name + "Verified"] = .bool(!verifiesAddresses)
    }
    return fields
  }
}
