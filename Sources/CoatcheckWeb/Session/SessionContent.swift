// SPDX-License-Identifier: Apache-2.0

import CoatcheckClient
import CoatcheckFoundation
import CoatcheckJOSE
import CoatcheckOAuth

/// The content of a session record, which is stored sealed.
struct SessionContent: Sendable {
  private static let version = 1

  /// The signed-in user.
  let user: WebUser
  /// The provider's own session (`sid`); nil where it names none.
  let providerSession: String?
  /// The hash of the state of the sign-in that opened it.
  let flow: String
  /// The path at which the user continued after that sign-in.
  let returnPath: String
  /// The token by which a form of this site is recognized, for browsers without Fetch Metadata.
  let formToken: Secret
  /// The tokens.
  var tokens: StoredSession
  /// The data that the site stores in the session.
  var data = JSONObject()
  /// How many seconds the session lasts without a request; nil in a record of an earlier program.
  var idle: TimeInterval?

  init(
    user: WebUser, providerSession: String?, flow: String, returnPath: String, formToken: Secret,
    tokens: StoredSession
  ) {
    self.user = user
    self.providerSession = providerSession
    self.flow = flow
    self.returnPath = returnPath
    self.formToken = formToken
    self.tokens = tokens
  }

  /// The content as it is sealed for a record.
  func sealed(by keys: WebKeys, for key: String) throws(OAuthError) -> [UInt8] {
    var json: JSONObject = [
      "version": .number(JSONNumber(Self.version)), "provider": .string(user.provider),
      "claims": .object(user.claims), "flow": .string(flow), "return_to": .string(returnPath),
      "form_token": .string(formToken.reveal()), "tokens": .object(tokens.json),
    ]
    if !data.isEmpty { json["data"] = .object(data) }
    json["sid"] = providerSession.map(JSONValue.string)
    json["idle"] = idle.flatMap { JSONNumber($0) }.map(JSONValue.number)
    json["auth_time"] = user.authTime
      .flatMap { JSONNumber($0.timeIntervalSince1970) }.map(JSONValue.number)
    return try keys.seal(json.serialized(), for: .session, at: key)
  }

  /// The content of a record; nil when it was not sealed by one of the keys for this record.
  init?(_ record: WebSessionRecord, keys: WebKeys) {
    guard let bytes = keys.open(record.content, for: .session, at: record.key),
      let json = try? JSONObject(parsing: bytes), json["version"]?.intValue == Self.version,
      let provider = json["provider"]?.stringValue, let claims = json["claims"]?.objectValue,
      let flow = json["flow"]?.stringValue, let returnPath = json["return_to"]?.stringValue,
      let formToken = json["form_token"]?.stringValue,
      let stored = json["tokens"]?.objectValue, let tokens = try? StoredSession(json: stored)
    else { return nil }
    user = WebUser(
      provider: provider, issuer: tokens.account.issuer, subject: tokens.account.subject,
      claims: claims,
      authTime: json["auth_time"]?.doubleValue.map(Date.init(timeIntervalSince1970:)))
    providerSession = json["sid"]?.stringValue
    self.flow = flow
    self.returnPath = returnPath
    self.formToken = Secret(formToken)
    self.tokens = tokens
    data = json["data"]?.objectValue ?? [:]
    idle = json["idle"]?.doubleValue
  }
}
