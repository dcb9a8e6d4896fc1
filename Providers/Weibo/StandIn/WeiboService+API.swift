// SPDX-License-Identifier: Apache-2.0
import CoatcheckTesting
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation
import HTTPTypes

/// The API: token information, revocation and profiles.
extension WeiboService {
  /// The user, the app and the remaining lifetime of a token: in `expire_in`, not `expires_in`.
  func tokenInformation(_ request: ServedRequest, now: Date) throws -> ServedResponse {
    guard request.head.method == .post else { throw WeiboRefusal.wrongMethod }
    let form = try form(of: request)
    if memory.isNextReplyEmpty() {
      return .standIn(.ok, text: "", type: "application/json;charset=UTF-8")
    }
    let (grant, user) = try live(form["access_token"], now)
    let ends = grant.notes["ends"].flatMap { Int($0) } ?? 0
    let created = grant.notes["created"].flatMap { Int($0) } ?? 0
    return .standIn(json: [
      "uid": Self.uid(uid(of: user), asNumber: manner.informationUIDIsNumber),
      "appkey": .string(grant.clientID),
      "scope": manner.tellsScopes && !grant.scopes.isEmpty
        ? .string(grant.scopes.joined(separator: ",")) : .null,
      "create_at": .number(JSONNumber(created)),
      "expire_in": .number(JSONNumber(ends - Int(now.timeIntervalSince1970))),
    ])
  }

  /// Revokes the user's consent for the app of the token, and all tokens of this user for that app.
  func revoke(_ request: ServedRequest, now: Date) throws -> ServedResponse {
    let parameters =
      request.head.method == .post ? try form(of: request) : try query(of: request)
    let (grant, user) = try live(token(of: request, parameters), now)
    withdraw(user, from: grant.clientID)
    return .standIn(json: ["result": "true"])
  }

  /// Ends all tokens of a user's for an app.
  func withdraw(_ user: StandInUser, from app: String) {
    memory.withdraw(user.username, from: app)
    tokens.revoke { $0.clientID == app && $0.user?.username == user.username }
  }

  /// The profile of a user: by `uid` or by `screen_name`, one of them.
  func show(_ request: ServedRequest, now: Date) throws -> ServedResponse {
    guard request.head.method == .get else { throw WeiboRefusal.wrongMethod }
    let query = try query(of: request)
    _ = try live(token(of: request, query), now)
    let profile: WeiboProfile?
    switch (query["uid"], query["screen_name"]) {
    case (let uid?, nil): profile = profiles.values.first { $0.uid == uid }
    case (nil, let name?): profile = profiles.values.first { $0.screenName == name }
    default: throw WeiboRefusal.wrongParameter
    }
    guard let profile else { throw WeiboRefusal.unknownUser }
    return .standIn(json: [
      "id": Self.uid(profile.uid, asNumber: true), "idstr": .string(profile.uid), "class": 1,
      "screen_name": .string(profile.screenName), "name": .string(profile.screenName),
      "location": .string(profile.location), "description": "", "url": "",
      "profile_image_url": .string(profile.avatar), "gender": .string(profile.gender),
      "followers_count": 0, "friends_count": 1, "statuses_count": 0, "favourites_count": 0,
      "created_at": "Tue May 31 17:46:55 +0800 2011", "verified": false, "verified_type": -1,
      "avatar_large": .string(profile.avatar), "avatar_hd": .string(profile.avatar),
      "lang": "zh-cn",
    ])
  }

  /// The uid behind a token.
  func ownUID(_ request: ServedRequest, now: Date) throws -> ServedResponse {
    guard request.head.method == .get else { throw WeiboRefusal.wrongMethod }
    let (_, user) = try live(token(of: request, query(of: request)), now)
    return .standIn(json: ["uid": Self.uid(uid(of: user), asNumber: true)])
  }

  private func query(of request: ServedRequest) throws -> Parameters {
    guard let query = try? Parameters(decoding: request.query) else {
      throw WeiboRefusal.wrongParameter
    }
    return query
  }

  /// The token of a call: in the field, under the word `OAuth2`, or among the parameters.
  private func token(of request: ServedRequest, _ parameters: Parameters) -> String? {
    guard let field = request.head.headerFields[.authorization] else {
      return parameters["access_token"]
    }
    return field.hasPrefix("OAuth2 ") ? String(field.dropFirst(7)) : nil
  }

  private func live(
    _ token: String?, _ now: Date
  ) throws -> (StandInTokens.Grant, StandInUser) {
    guard let token, !token.isEmpty else { throw WeiboRefusal.noToken }
    guard let grant = tokens.access(token, now: now), let user = grant.user else {
      throw WeiboRefusal.invalidToken
    }
    let ends = grant.notes["ends"].flatMap { Double($0) } ?? 0
    guard now.timeIntervalSince1970 < ends else { throw WeiboRefusal.expiredToken }
    return (grant, user)
  }
}
