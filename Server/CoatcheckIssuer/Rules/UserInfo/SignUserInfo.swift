// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth

/// Writes the response: a signed JWT for a client with `userinfo_signed_response_alg`, and JSON for others.
///
/// [OIDC Core §5.3.2](https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse)
struct SignUserInfo: UserInfoRule {
  func apply(to attempt: inout UserInfoAttempt, by server: AuthorizationServer) async throws {
    let client = try established(attempt.client, "client")
    let info = try established(attempt.userInfo, "claims")
    guard let algorithm = client.metadata.userInfoAlgorithm else {
      attempt.reply = .plain(info)
      return
    }
    guard let key = try await server.keys.ring().active[algorithm] else {
      throw ServerFailure(reason: "No key is active for the client's userinfo algorithm.")
    }
    // "If signed, the UserInfo Response … contain[s] the Claims iss (issuer) and aud (audience) as
    // members": the issuer and the audience.
    var claims = info.claims
    claims["iss"] = .string(server.settings.issuer.text)
    claims["aud"] = .string(client.id)
    attempt.reply = .signed(Secret(try key.sign(claims, type: "JWT")))
  }
}
