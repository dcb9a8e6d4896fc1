// SPDX-License-Identifier: Apache-2.0

import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

extension SocialAccount {
  /// The link as it travels.
  var json: JSONObject {
    var json: JSONObject = ["id": .string(id)]
    json.set("userId", userID)
    json["socialType"] = .string(type)
    json["socialUid"] = .string(uid)
    json.set("socialChannelId", channelID)
    json.set("socialNickname", nickname)
    json.set("socialHeadImage", avatar)
    json.set("socialAccountDetails", details)
    json.set("idpId", sourceID)
    json.set("createdAt", createdAt.flatMap(Self.seconds))
    json.set("updatedAt", updatedAt.flatMap(Self.seconds))
    return json
  }

  /// Reads a link. Ids come as texts or numbers, and keep every digit.
  ///
  /// - Throws: `unreadable` without the link's and the user's identifiers.
  init(json: JSONObject) throws(OAuthError) {
    self.init(
      id: try json.wanted("id"), type: try json.wanted("socialType"),
      uid: try json.wanted("socialUid"))
    userID = json.text("userId")
    channelID = json.text("socialChannelId")
    nickname = json.text("socialNickname")
    avatar = json.text("socialHeadImage")
    details = Self.details(json["socialAccountDetails"])
    sourceID = json.text("idpId")
    createdAt = Self.date(json.integer("createdAt"))
    updatedAt = Self.date(json.integer("updatedAt"))
  }

  private static func details(_ value: JSONValue?) -> String? {
    switch value {
    case nil, .null: nil
    case .string(let text): text
    case .some(let other): String(decoding: other.serialized(), as: UTF8.self)
    }
  }

  private static func seconds(_ date: Date) -> Int? {
    Int(exactly: date.timeIntervalSince1970.rounded(.down))
  }

  /// Seconds since 1970. Some servers count milliseconds; as seconds these would be after the year 5000.
  private static func date(_ number: Int?) -> Date? {
    guard let number, (0..<100_000_000_000_000).contains(number) else { return nil }
    let isMilliseconds = number >= 100_000_000_000
    return Date(timeIntervalSince1970: isMilliseconds ? Double(number) / 1000 : Double(number))
  }
}
