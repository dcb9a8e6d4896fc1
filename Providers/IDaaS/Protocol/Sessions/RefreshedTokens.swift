// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// The tokens after a refresh.
public struct RefreshedTokens: IDaaSReply {
  /// Who is signed in.
  public var idToken: Secret
  /// The session from now on; nil where it stays the same.
  public var sessionToken: Secret?
  /// The lifetime of the ID token in seconds; 0 where the server does not say. In a login the same member says
  /// how long the session lasts.
  public var expire: Int
  /// The lifetime of the ID token in seconds, said without doubt: `id_token_expire`.
  public var idTokenExpire: Int?
  /// How many seconds the session lasts: `session_expire`.
  public var sessionExpire: Int?

  /// Tokens after a refresh.
  public init(
    idToken: Secret, sessionToken: Secret?, expire: Int, idTokenExpire: Int? = nil,
    sessionExpire: Int? = nil
  ) {
    self.idToken = idToken
    self.sessionToken = sessionToken
    self.expire = expire
    self.idTokenExpire = idTokenExpire
    self.sessionExpire = sessionExpire
  }

  /// The response's body.
  public var json: JSONValue {
    var json: JSONObject = ["id_token": .string(idToken.reveal())]
    json.set("session_token", sessionToken?.reveal())
    json.set("expire", expire)
    json.set("id_token_expire", idTokenExpire)
    json.set("session_expire", sessionExpire)
    return .object(json)
  }

  /// Reads the response's body.
  public init(json value: JSONValue) throws(OAuthError) {
    let json = try value.object()
    self.init(
      idToken: Secret(try json.wanted("id_token")),
      sessionToken: json.text("session_token").flatMap { $0.isEmpty ? nil : Secret($0) },
      expire: json.integer("expire") ?? 0, idTokenExpire: json.integer("id_token_expire"),
      sessionExpire: json.integer("session_expire"))
  }
}
