// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import Foundation

/// The JSON form of a user in an export: all data except sessions and tokens.
enum AccountDocument {
  /// The members of the object.
  static let fields = [
    AdministrationField(
      "user", .object, "id, username, disabled, claims, password_hash.", isRequired: true),
    AdministrationField("contacts", .objects, "Each with kind and value."),
    AdministrationField("links", .objects, "The identities of other networks."),
    AdministrationField("password_history", .texts, "The hashes before, newest first."),
    AdministrationField("consents", .objects, "Each with client and scopes."),
  ]

  /// Writes an account for an export.
  static func json(_ account: UserAccount) -> JSONObject {
    let user = account.user
    var one: JSONObject = [
      "id": .string(user.id), "username": .string(user.name.text),
      "disabled": .bool(user.standing == .disabled), "claims": .object(user.claims),
    ]
    one["password_hash"] = user.passwordHash.map { .string($0.text) }
    return [
      "user": .object(one),
      "contacts": .array(account.contacts.map { .object($0.administered) }),
      "links": .array(account.links.map { .object(json($0)) }),
      "password_history": .texts(account.passwordHistory.map(\.text)),
      "consents": .array(
        account.consents.map {
          .object(["client": .string($0.key.clientID), "scopes": .texts($0.scopes)])
        }),
    ]
  }

  /// Reads an account from an export.
  ///
  /// - Throws: 400 with the name of the invalid member.
  static func account(_ json: JSONObject) throws(AdministrationProblem) -> UserAccount {
    let user = try user(json["user"]?.objectValue ?? [:])
    var contacts: [Contact] = []
    for entry in objects("contacts", in: json) {
      let (kind, value) = (try text("kind", in: entry), try text("value", in: entry))
      guard let contact = Contact(kind: kind, value: value), !contacts.contains(contact) else {
        throw .invalid("contacts", "must be phones and addresses, each once")
      }
      contacts.append(contact)
    }
    var links: [SocialLink] = []
    for entry in objects("links", in: json) {
      let link = try link(entry, of: user.id)
      guard
        !links.contains(where: {
          $0.id == link.id || $0.identity.provider == link.identity.provider
        })
      else { throw .invalid("links", "must have one link of a network at most") }
      links.append(link)
    }
    var consents: [Consent] = []
    for entry in objects("consents", in: json) {
      let client = try text("client", in: entry)
      guard !consents.contains(where: { $0.key.clientID == client }) else {
        throw .invalid("consents", "must name a client once")
      }
      consents.append(
        Consent(
          userID: user.id, clientID: client,
          scopes: entry["scopes"]?.arrayValue?.compactMap(\.stringValue) ?? []))
    }
    var history: [PasswordHash] = []
    for value in json["password_history"]?.arrayValue ?? [] {
      history.append(try hash(value.stringValue ?? "", "password_history"))
    }
    return UserAccount(
      user: user, contacts: contacts, links: links, passwordHistory: history, consents: consents)
  }

  private static func user(_ json: JSONObject) throws(AdministrationProblem) -> User {
    var user = User(
      id: try text("id", in: json), name: try .administered(try text("username", in: json)),
      claims: json["claims"]?.objectValue ?? [:],
      standing: json["disabled"]?.boolValue == true ? .disabled : .active)
    if let text = json["password_hash"]?.stringValue {
      user.passwordHash = try hash(text, "password_hash")
    }
    return user
  }

  private static func json(_ link: SocialLink) -> JSONObject {
    var json = link.administered
    json["user"] = nil
    json["created_at"] = StoredMoment.json(link.createdAt)
    json["last_used_at"] = StoredMoment.json(link.lastUsedAt)
    json["revoked_upstream_at"] = link.revokedUpstreamAt.map(StoredMoment.json)
    return json
  }

  private static func link(
    _ json: JSONObject, of user: String
  ) throws(AdministrationProblem) -> SocialLink {
    guard let created = try StoredMoment.read("created_at", in: json),
      let used = try StoredMoment.read("last_used_at", in: json)
    else { throw .invalid("links", "must have created_at and last_used_at") }
    return SocialLink(
      id: try text("id", in: json),
      identity: SocialIdentity(
        provider: try text("provider", in: json), app: try text("app", in: json),
        subject: try text("subject", in: json)),
      userID: user, nickname: json["nickname"]?.stringValue, avatar: json["avatar"]?.stringValue,
      createdAt: created, lastUsedAt: used,
      revokedUpstreamAt: try StoredMoment.read("revoked_upstream_at", in: json))
  }

  private static func hash(
    _ text: String, _ name: String
  ) throws(AdministrationProblem) -> PasswordHash {
    guard let hash = try? PasswordHash(text: text) else {
      throw .invalid(name, "must be a hash of this server's form")
    }
    return hash
  }

  private static func text(
    _ name: String, in json: JSONObject
  ) throws(AdministrationProblem) -> String {
    guard let text = json[name]?.stringValue, !text.isEmpty else {
      throw .invalid(name, "is missing")
    }
    return text
  }

  private static func objects(_ name: String, in json: JSONObject) -> [JSONObject] {
    json[name]?.arrayValue?.compactMap(\.objectValue) ?? []
  }
}
