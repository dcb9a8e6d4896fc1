// SPDX-License-Identifier: Apache-2.0

public import CoatcheckJOSE
public import CoatcheckFoundation

/// A token reply: the tokens that a token endpoint issues, and their lifetimes.
///
/// [RFC 6749 §5.1](https://www.rfc-editor.org/rfc/rfc6749#section-5.1).
public struct TokenGrant: Sendable {
  /// `access_token`: visible ASCII without spaces, so that it can be sent in a header field.
  public var accessToken: Secret
  /// `token_type`: the scheme of the `Authorization` field, `Bearer` or another HTTP token.
  public var tokenType: String
  /// When the access token expires.
  public var expiry: Expiry
  /// `refresh_token`; nil when the server issued none.
  public var refreshToken: Secret?
  /// When the refresh token expires.
  public var refreshExpiry = Expiry.unknown
  /// `id_token`, not verified yet; nil when the server issued none.
  public var idToken: Secret?
  /// `scope`: the granted scopes; nil when the reply does not state them, which means those that were
  /// requested.
  public var scopes: [Scope]?
  /// `authorization_details`: the granted authorization details
  /// ([RFC 9396 §7](https://www.rfc-editor.org/rfc/rfc9396#section-7)); nil when the reply does not state
  /// them.
  public var details: [AuthorizationDetail]?
  /// All other members of the reply.
  public var extra: JSONObject = [:]
  /// The wall-clock time at which the reply arrived, or on a server at which the tokens were issued.
  public var receivedAt: Date

  /// Creates a token reply: servers issue it, clients read it.
  ///
  /// - Parameters:
  ///   - accessToken: The access token.
  ///   - tokenType: The type of the access token.
  ///   - expiry: When the access token expires.
  ///   - refreshToken: The refresh token; nil for none.
  ///   - idToken: The ID token; nil for none.
  ///   - receivedAt: The wall-clock time at which the reply arrived, or the tokens were issued.
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
  /// The members that the protocol defines. All others are in ``extra``.
  static let members: Set<String> = [
    "access_token", "token_type", "expires_in", "refresh_token", "refresh_expires_in",
    "refresh_token_expires_in", "id_token", "scope", AuthorizationDetail.parameter,
  ]

  /// The JSON object of a token response. It contains the tokens.
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
  /// The token type and the expiry; no token.
  public var description: String { "TokenGrant(\(tokenType), \(expiry))" }

  /// The tokens are hidden, and of the other members only the names are shown, because one may be a token.
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
