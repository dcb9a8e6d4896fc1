// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth

/// The tokens of another provider with which a user signed in through Kii's web connector.
///
/// They are stored with the session and removed with it. Coatcheck does not refresh them.
public struct KiiProviderTokens: Sendable {
  /// The members by the names of the old SDK: `oauth_token`, `oauth_token_secret`, `provider_user_id`,
  /// `oauth_token_expires_in`, `id_token`, `refresh_token`, `openID`.
  private let members: [String: Secret]

  static let names = [
    "oauth_token", "oauth_token_secret", "provider_user_id", "oauth_token_expires_in", "id_token",
    "refresh_token", "openID",
  ]

  init(query: Parameters) {
    var members: [String: Secret] = [:]
    for name in Self.names { members[name] = query[name].map { Secret($0) } }
    self.members = members
  }

  /// The tokens that are stored with a session; nil when the session has ended, or was not created
  /// through the connector.
  public init?(of session: Session) {
    guard let kept = session.stored?.extra[Self.member]?.objectValue else { return nil }
    var members: [String: Secret] = [:]
    for name in Self.names { members[name] = kept[name]?.stringValue.map { Secret($0) } }
    self.members = members
  }

  /// The provider's access token; nil where the connector did not return it.
  public var token: Secret? { members["oauth_token"] }
  /// The secret of the access token, at providers of OAuth 1.
  public var tokenSecret: Secret? { members["oauth_token_secret"] }
  /// The id of the user at the provider.
  public var userID: String? { (members["provider_user_id"] ?? members["openID"])?.reveal() }
  /// The lifetime of the access token, in seconds from its issue; nil where it is not known.
  public var lifetime: Int? { members["oauth_token_expires_in"].flatMap { Int($0.reveal()) } }
  /// The provider's ID token. It is not verified.
  public var idToken: Secret? { members["id_token"] }
  /// The provider's refresh token.
  public var refreshToken: Secret? { members["refresh_token"] }

  /// The member of a stored session that has these tokens.
  static let member = "kii_provider_tokens"

  /// The members to store, including the secrets.
  var json: JSONObject {
    var json = JSONObject()
    for name in Self.names { json[name] = members[name].map { .string($0.reveal()) } }
    return json
  }
}
