// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Selects the claims of the response: those of the granted scopes, and those that were requested by name.
///
/// [OIDC Core §5.4](https://openid.net/specs/openid-connect-core-1_0.html#ScopeClaims)
struct ReleaseClaims: UserInfoRule {
  /// "OpenID Connect Clients use scope values … to specify what access privileges are being
  /// requested".
  static let claims: [String: [String]] = [
    "profile": [
      "name", "family_name", "given_name", "middle_name", "nickname", "preferred_username",
      "profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at",
    ],
    "email": ["email", "email_verified"],
    "address": ["address"],
    "phone": ["phone_number", "phone_number_verified"],
  ]

  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws {
    let token = try established(attempt.token, "token")
    let user = try established(attempt.user, "user")
    let subject = server.subject(of: user.id, for: try established(attempt.client, "client"))
    // "The sub (subject) Claim MUST always be returned in the UserInfo Response."
    var released: JSONObject = ["sub": .string(subject)]
    for name in token.scopes.flatMap({ Self.claims[$0] ?? [] }) + named(attempt, token) {
      // "If a Claim is not returned, that Claim Name SHOULD be omitted from the JSON object".
      if let value = user.claims[name], value != .null { released[name] = value }
    }
    attempt.userInfo = UserInfo(subject: subject, claims: released)
  }

  /// "userinfo: … Requests that the listed individual Claims be returned from the UserInfo Endpoint." A token
  /// that another client got in a token exchange has only the claims of its scopes.
  private func named(_ attempt: UserInfoAttempt, _ token: AccessToken) -> [String] {
    guard let family = attempt.family, family.clientID.isExactly(token.clientID) else { return [] }
    return family.context.claims.userInfo
  }
}
