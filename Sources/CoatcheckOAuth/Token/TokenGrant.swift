// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// What a token endpoint grants: the tokens, and how long they last.
///
/// [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1).
public struct TokenGrant: Sendable {
  /// The access token: visible ASCII without spaces, so that it can be sent in a field.
  public var accessToken: Secret
  /// How the token is used: `Bearer`, or another token of RFC 9110.
  public var tokenType: String
  /// When the access token ends.
  public var expiry: Expiry
  /// The refresh token, if any.
  public var refreshToken: Secret?
  /// When the refresh token ends.
  public var refreshExpiry = Expiry.unknown
  /// The ID token, not verified yet.
  public var idToken: Secret?
  /// The scopes granted; nil when the server did not say, which means: as asked.
  public var scopes: [Scope]?
  /// What the tokens are good for in more detail (RFC 9396 §7); nil when the server did not say.
  public var details: [AuthorizationDetail]?
  /// All other members.
  public var extra: JSONObject = [:]
  /// When the reply arrived (on a server: when the tokens were made).
  public var receivedAt: Date

  /// Creates a grant: servers issue them, clients read them.
  ///
  /// - Parameters:
  ///   - accessToken: The access token.
  ///   - tokenType: The type of the access token.
  ///   - expiry: When the access token expires.
  ///   - refreshToken: The refresh token, if any.
  ///   - idToken: The ID token, if any.
  ///   - receivedAt: When the reply arrived, or the tokens were issued.
  public init(
    accessToken: Secret, tokenType: String = "Bearer", expiry: Expiry, refreshToken: Secret? = nil,
    idToken: Secret? = nil, receivedAt: Date
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.expiry = expiry
    self.refreshToken = refreshToken
    self.idToken = idToken
    self.receivedAt = receivedAt
  }
}

extension TokenGrant {
  /// The members with a meaning of their own.
  static let members: Set<String> = [
    "access_token", "token_type", "expires_in", "refresh_token", "refresh_expires_in",
    "refresh_token_expires_in", "id_token", "scope", AuthorizationDetail.parameter,
  ]

  /// The reply of the token endpoint, as JSON. It holds the secrets.
  var json: JSONObject {
    var object = JSONObject()
    object["access_token"] = .string(accessToken.reveal())
    object["token_type"] = .string(tokenType)
    object["expires_in"] = expiry.seconds(from: receivedAt).map { .number(JSONNumber($0)) }
    object["refresh_token"] = refreshToken.map { .string($0.reveal()) }
    object["refresh_expires_in"] =
      refreshExpiry.seconds(from: receivedAt).map { .number(JSONNumber($0)) }
    object["id_token"] = idToken.map { .string($0.reveal()) }
    object["scope"] = scopes.map { .string(Scope.text($0)) }
    object[AuthorizationDetail.parameter] = details.flatMap(AuthorizationDetail.value)
    for (name, value) in extra where !Self.members.contains(name) { object[name] = value }
    return object
  }
}

extension TokenGrant: CustomStringConvertible, CustomReflectable {
  /// What was granted; no token.
  public var description: String { "TokenGrant(\(tokenType), \(expiry))" }

  /// The tokens are hidden, and of the other members only the names are shown: one may be a token, too.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "accessToken": accessToken, "tokenType": tokenType, "expiry": expiry,
        "refreshToken": refreshToken as Any, "refreshExpiry": refreshExpiry,
        "idToken": idToken as Any, "scopes": scopes as Any, "extra": extra.names,
      ])
  }
}
