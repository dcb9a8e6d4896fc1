// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import Foundation

// The JSON form of stored records in replies. It contains no password hash and no digest; only exports do.

extension JSONValue {
  /// A time: `2027-01-31T00:00:00Z`.
  static func time(_ date: Date) -> JSONValue { .string(date.formatted(.iso8601)) }

  /// A list of texts.
  static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

extension JSONObject {
  /// One page of a list, and the key of the next page if there can be one.
  static func page<Item>(
    _ items: [Item], limit: Int, key: (Item) -> String, _ json: (Item) -> JSONObject
  ) -> JSONObject {
    var page: JSONObject = ["items": .array(items.map { .object(json($0)) })]
    if items.count == limit, let last = items.last { page["next"] = .string(key(last)) }
    return page
  }
}

extension User {
  var administered: JSONObject {
    [
      "id": .string(id), "username": .string(name.text),
      "disabled": .bool(standing == .disabled), "has_password": .bool(passwordHash != nil),
      "claims": .object(claims),
    ]
  }
}

extension Contact {
  var administered: JSONObject { ["kind": .string(kind), "value": .string(value)] }
}

extension LoginSession {
  var administered: JSONObject {
    [
      "id": .string(sid), "user": .string(userID), "signed_in_at": .time(authTime),
      "expires_at": .time(expiresAt),
    ]
  }
}

extension RefreshFamily {
  var administered: JSONObject {
    var json: JSONObject = [
      "id": .string(id), "client": .string(clientID), "user": .string(userID),
      "scopes": .texts(scopes), "issued_at": .time(createdAt), "expires_at": .time(absoluteExpiry),
      "signed_in_at": .time(authTime),
    ]
    json["session"] = sessionID.map(JSONValue.string)
    json["bound_to"] = context.jkt.map(JSONValue.string)
    json["ended_at"] = revokedAt.map(JSONValue.time)
    json["reason"] = revocationReason.map(JSONValue.string)
    return json
  }
}

extension Consent {
  var administered: JSONObject {
    [
      "user": .string(key.userID), "client": .string(key.clientID), "scopes": .texts(scopes),
    ]
  }
}

extension SocialLink {
  var administered: JSONObject {
    var json: JSONObject = [
      "id": .string(id), "user": .string(userID), "provider": .string(identity.provider),
      "app": .string(identity.app), "subject": .string(identity.subject),
      "created_at": .time(createdAt), "last_used_at": .time(lastUsedAt),
    ]
    json["nickname"] = nickname.map(JSONValue.string)
    json["avatar"] = avatar.map(JSONValue.string)
    json["revoked_upstream_at"] = revokedUpstreamAt.map(JSONValue.time)
    return json
  }
}

extension AuditEntry {
  var administered: JSONObject {
    var json: JSONObject = [
      "number": .number(JSONNumber(number)), "time": .time(time), "event": .string(event),
    ]
    json["actor"] = actor.map(JSONValue.string)
    json["user"] = subject.map(JSONValue.string)
    json["client"] = client.map(JSONValue.string)
    json["address"] = address.map(JSONValue.string)
    var all = JSONObject()
    for name in details.keys.sorted() { all[name] = details[name].map(JSONValue.string) }
    json["details"] = .object(all)
    return json
  }
}
