// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

extension LoginReply {
  /// The reply as a response body.
  public var json: JSONValue {
    switch self {
    case .tokens(let tokens):
      var json: JSONObject = [
        "session_token": .string(tokens.sessionToken.reveal()),
        "id_token": .string(tokens.idToken.reveal()),
        "expire": .number(JSONNumber(tokens.expire)), "status": "SUCCESS",
      ]
      if tokens.created { json["created"] = true }
      return .object(json)
    case .pending(let pending):
      // The methods travel as a JSON text within the JSON object.
      var data = JSONObject()
      if pending.status == .secondFactor {
        data["mfa"] = ["SMS"]
      } else {
        data["socialBindOrRegisterFlow"] = .array(pending.methods.map { .string($0.rawValue) })
      }
      if let account = pending.account { data["account"] = .string(account) }
      var json: JSONObject = [
        "state_token": .string(pending.stateToken.reveal()),
        "data": .string(String(decoding: data.serialized(), as: UTF8.self)),
        "status": .string(pending.status.rawValue),
      ]
      if let expire = pending.expire { json["state_expire"] = .number(JSONNumber(expire)) }
      if let nickname = pending.nickname { json["nickname"] = .string(nickname) }
      if let avatar = pending.avatar { json["avatar"] = .string(avatar) }
      return .object(json)
    case .denied:
      return ["status": "ACCESS_DENIED"]
    }
  }

  /// Reads the reply from a response body.
  ///
  /// - Throws: `unreadable` when it contains neither tokens nor a pending login.
  public init(json value: JSONValue) throws(OAuthError) {
    guard let json = value.objectValue else { throw Self.unusable("body") }
    let status = LoginStatus(rawValue: json["status"]?.stringValue ?? "")
    if status == .accessDenied {
      self = .denied
      return
    }
    if let session = json["session_token"]?.stringValue, let id = json["id_token"]?.stringValue {
      let expire = json["expire"]?.intValue ?? json["expire"]?.stringValue.flatMap { Int($0) }
      self = .tokens(
        LoginTokens(
          sessionToken: Secret(session), idToken: Secret(id), expire: expire ?? 0,
          created: json["created"]?.boolValue ?? false))
      return
    }
    guard let state = json["state_token"]?.stringValue, !state.isEmpty else {
      throw Self.unusable("state_token")
    }
    let data = json["data"]?.stringValue.flatMap { try? JSONObject(parsing: Array($0.utf8)) } ?? [:]
    let methods = data["socialBindOrRegisterFlow"]?.arrayValue ?? []
    var pending = PendingLogin(
      status: status, stateToken: Secret(state),
      methods: methods.compactMap { $0.stringValue.flatMap(VerificationMethod.init(rawValue:)) },
      expire: json["state_expire"]?.intValue, nickname: json["nickname"]?.stringValue,
      avatar: json["avatar"]?.stringValue)
    pending.account = data["account"]?.stringValue
    self = .pending(pending)
  }

  private static func unusable(_ member: String) -> OAuthError {
    .unreadable(
      .replyMalformed, "The identity service answered with something else than a login.",
      parameter: member)
  }
}
