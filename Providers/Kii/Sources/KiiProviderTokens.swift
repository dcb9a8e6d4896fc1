// SPDX-License-Identifier: Apache-2.0

public import CoatcheckClient
import CoatcheckJOSE
public import CoatcheckOAuth

/// What another provider gave when a user signed in through Kii's web connector.
///
/// It is stored with the session and gone with it. Coatcheck does not refresh these tokens.
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

  /// What a session keeps; nil when it was made in another way, or has ended.
  public init?(of session: Session) {
    guard let kept = session.stored?.extra[Self.member]?.objectValue else { return nil }
    var members: [String: Secret] = [:]
    for name in Self.names { members[name] = kept[name]?.stringValue.map { Secret($0) } }
    self.members = members
  }

  /// The provider's access token.
  public var token: Secret? { members["oauth_token"] }
  /// The secret that goes with it, at providers of OAuth 1.
  public var tokenSecret: Secret? { members["oauth_token_secret"] }
  /// Who the user is there.
  public var userID: String? { (members["provider_user_id"] ?? members["openID"])?.reveal() }
  /// How long the token lives, in seconds.
  public var lifetime: Int? { members["oauth_token_expires_in"].flatMap { Int($0.reveal()) } }
  /// The provider's ID token. It is not verified.
  public var idToken: Secret? { members["id_token"] }
  /// The provider's refresh token.
  public var refreshToken: Secret? { members["refresh_token"] }

  /// Where a session keeps them.
  static let member = "kii_provider_tokens"

  /// To be stored. It holds the secrets.
  var json: JSONObject {
    var json = JSONObject()
    for name in Self.names { json[name] = members[name].map { .string($0.reveal()) } }
    return json
  }
}
