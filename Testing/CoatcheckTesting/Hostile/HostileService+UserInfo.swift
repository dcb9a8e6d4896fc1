// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckServer
import Foundation

/// The userinfo endpoint, distributed claims, and WebFinger.
extension HostileService {
  func userInfo(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    let grant = try granted(request, site)
    var claims: JSONObject = [:]
    if grant.scopes.contains("profile") {
      claims["name"] = "Alice Example"
      claims["preferred_username"] = "alice"
    }
    if grant.scopes.contains("email") {
      claims["email"] = "alice@example.org"
      claims["email_verified"] = true
    }
    let answer = UserInfo(subject: grant.user?.id ?? client.id, claims: claims)
    guard client.userInfoAlgorithm != nil, !behaviour.isUserInfoPlain else {
      return try changed(UserInfoExchange.response(answer), by: behaviour.userInfo, site)
    }
    var signed = answer.claims
    signed["iss"] = .string(site.issuer)
    signed["aud"] = .string(client.id)
    behaviour.userInfo?(&signed, site)
    return ServedResponse(
      SignedUserInfoExchange.response(
        Secret(
          try HostileSigner(keys: keys, client: client).token(
            signed, behaviour.userInfoSignature))))
  }

  /// The access token for the distributed claims.
  static let claimsToken = Secret("token-for-the-claims")

  /// The endpoint of the distributed claims.
  func claims(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    guard try BearerToken.from(request.head).matches(Self.claimsToken) else {
      throw OAuthError.refused(.invalidToken, "The token is not valid for the claims.")
    }
    return ServedResponse(SignedUserInfoExchange.response(Secret(try otherClaims(site))))
  }

  /// A JWT with a claim of another claims provider.
  func otherClaims(_ site: HostileSite) throws -> String {
    try HostileSigner(keys: keys, client: client).token(
      [
        "iss": .string(site.issuer), "sub": .string(Self.user.id), "exp": site.date(after: 600),
        "credit_score": 650,
      ], behaviour.userInfoSignature)
  }

  func webFinger(_ request: ServedRequest, _ site: HostileSite) throws -> ServedResponse {
    _ = try WebFingerExchange.received(head: request.head, body: request.body)
    return ServedResponse(
      WebFingerExchange.response(try Issuer(behaviour.named?(site) ?? site.issuer)))
  }
}
