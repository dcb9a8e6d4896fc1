// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckOAuth

/// The reply to a refresh.
public struct RefreshedTokens: IDaaSReply {
  /// The new ID token.
  public var idToken: Secret
  /// The new session token; nil when the earlier one stays valid.
  public var sessionToken: Secret?
  /// The lifetime of the ID token in seconds; 0 when the server does not say. In the reply to a login the
  /// same member is the lifetime of the session.
  public var expire: Int
  /// The lifetime of the ID token in seconds, unambiguously: `id_token_expire`; nil when the server does
  /// not say.
  public var idTokenExpire: Int?
  /// The lifetime of the session in seconds: `session_expire`; nil when the server does not say.
  public var sessionExpire: Int?

  /// Creates the reply.
  ///
  /// - Parameters:
  ///   - idToken: The new ID token.
  ///   - sessionToken: The new session token; nil when the earlier one stays valid.
  ///   - expire: The lifetime of the ID token in seconds; 0 when unknown.
  ///   - idTokenExpire: The lifetime of the ID token in seconds; nil to omit `id_token_expire`.
  ///   - sessionExpire: The lifetime of the session in seconds; nil to omit `session_expire`.
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

  /// The reply as a response body.
  public var json: JSONValue {
    var json: JSONObject = ["id_token": .string(idToken.reveal())]
    json.set("session_token", sessionToken?.reveal())
    json.set("expire", expire)
    json.set("id_token_expire", idTokenExpire)
    json.set("session_expire", sessionExpire)
    return .object(json)
  }

  /// Reads the reply from a response body.
  public init(json value: JSONValue) throws(OAuthError) {
    let json = try value.object()
    self.init(
      idToken: Secret(try json.wanted("id_token")),
      sessionToken: json.text("session_token").flatMap { $0.isEmpty ? nil : Secret($0) },
      expire: json.integer("expire") ?? 0, idTokenExpire: json.integer("id_token_expire"),
      sessionExpire: json.integer("session_expire"))
  }
}
