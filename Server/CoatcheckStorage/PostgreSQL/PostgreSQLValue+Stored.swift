// SPDX-License-Identifier: Apache-2.0
import CoatcheckAccounts
import CoatcheckIssuer
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckPostgreSQL
import CoatcheckFoundation

// Values of the store as parameters of statements.

extension PostgreSQLValue {
  static func integer(_ number: Int?) -> PostgreSQLValue { .number(number.map(Int64.init)) }
  static func time(_ date: Date) -> PostgreSQLValue { time(StoredTime(date)) }
  static func time(_ time: StoredTime?) -> PostgreSQLValue { .number(time?.milliseconds) }
  static func digest(_ digest: TokenDigest?) -> PostgreSQLValue { .bytes(digest?.bytes) }

  /// A list of texts, as a JSON array.
  static func texts(_ texts: [String]) -> PostgreSQLValue {
    json(JSONValue.array(texts.map(JSONValue.string)).serialized())
  }

  /// The context of a grant, as a JSON object; NULL for an empty one.
  static func context(_ context: GrantContext) -> PostgreSQLValue {
    context.json.map { json($0.serialized()) } ?? .text(nil)
  }

  static func json(_ bytes: [UInt8]) -> PostgreSQLValue {
    .text(String(decoding: bytes, as: UTF8.self))
  }

  /// A hash of several texts as the key of a row. No text contains a NUL, so two lists cannot have one key.
  static func key(_ texts: String...) -> PostgreSQLValue { key(texts) }

  /// A hash of several texts as the key of a row. No text contains a NUL, so two lists cannot have one key.
  static func key(_ texts: [String]) -> PostgreSQLValue {
    .bytes(TokenDigest(of: Secret(texts.joined(separator: "\0"))).bytes)
  }

  static func identity(_ identity: SocialIdentity) -> PostgreSQLValue {
    key(identity.provider, identity.app, identity.subject)
  }

  static func key(of code: CodeKey) -> PostgreSQLValue {
    key(code.contact.kind, code.contact.value, code.purpose, code.scope)
  }
}
