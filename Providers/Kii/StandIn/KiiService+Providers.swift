// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckKii
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// Accounts of other providers.
extension KiiService {
  private static let words = [
    "facebook": "Facebook", "twitter": "Twitter", "qq": "QQ", "google": "Google",
    "renren": "RenRen",
  ]

  /// Signs in with another provider's token. An unknown user is registered.
  func integrated(_ request: KiiRequest, _ provider: String) throws -> ServedResponse {
    guard let word = Self.words[provider] else { throw KiiRefusal.notFound }
    let json = try request.json("vnd.kii.AuthToken\(word)Request+json")
    let account = try Self.account(json, provider, takes: ["expiresAt"])
    let ends = try end(json, request.now)
    let (user, isNew) = user(linkedTo: account)
    guard !user.isDisabled else {
      throw KiiRefusal(.unauthorized, "USER_DISABLED", "The user is disabled")
    }
    return issue(
      ["user": user.id], until: ends, now: request.now, json: ["new_user_created": .bool(isNew)])
  }

  func user(linkedTo account: String) -> (KiiUsers.User, isNew: Bool) {
    if let user = users.first(where: { $0.links.contains(account) }) { return (user, false) }
    var user = KiiUsers.User(id: users.next(), fields: [:])
    user.links = [account]
    users.add(user)
    return (user, true)
  }

  func link(
    _ user: KiiUsers.User, _ provider: String, _ request: KiiRequest
  ) throws -> ServedResponse {
    guard let word = Self.words[provider] else { throw KiiRefusal.notFound }
    let json = try request.json("vnd.kii.Link\(word)Request+json")
    let account = try Self.account(json, provider, takes: [])
    let taken = users.first { $0.links.contains(account) } != nil
    guard !taken, !user.links.contains(where: { $0.hasPrefix("\(provider):") }) else {
      throw KiiRefusal(
        .conflict, "\(provider.uppercased())_USER_ALREADY_LINKED", "The account is linked already")
    }
    try users.change(user.id) { _ = $0.links.insert(account) }
    return ServedResponse(head: HTTPResponse(status: .noContent))
  }

  func unlink(_ user: KiiUsers.User, _ provider: String) throws -> ServedResponse {
    guard Self.words[provider] != nil else { throw KiiRefusal.notFound }
    guard let account = user.links.first(where: { $0.hasPrefix("\(provider):") }) else {
      throw KiiRefusal(
        .conflict, "\(provider.uppercased())_USER_NOT_LINKED", "No account is linked")
    }
    try users.change(user.id) { _ = $0.links.remove(account) }
    return ServedResponse(head: HTTPResponse(status: .noContent))
  }

  /// The account of the token at the provider: `facebook:anna`. A body with an undocumented member is
  /// refused.
  private static func account(
    _ json: JSONObject, _ provider: String, takes optional: Set<String>
  ) throws -> String {
    let token = try json.text("accessToken")
    var members: Set = ["accessToken"]
    let account = token.split(separator: ":", maxSplits: 1).map(String.init)
    guard account.count == 2, account[0] == provider else { throw Self.foreign }
    switch provider {
    case "twitter":
      members.insert("accessTokenSecret")
      guard try json.text("accessTokenSecret") == "\(account[1])'s secret" else { throw foreign }
    case "qq":
      members.insert("openID")
      guard try json.text("openID") == account[1] else { throw foreign }
    default: break
    }
    for name in json.names where !members.contains(name) && !optional.contains(name) {
      throw KiiRefusal.invalidInput(name)
    }
    return token
  }

  private static let foreign = KiiRefusal(
    .unauthorized, "UNAUTHORIZED", "The provider does not know the token")
}
