// SPDX-License-Identifier: Apache-2.0
import CoatcheckJOSE
import CoatcheckOAuth
import CoatcheckFoundation

/// The claims of an ID token. [OIDC Core
/// §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken)
struct IDTokenClaims {
  let family: RefreshFamily
  let client: RegisteredClient
  let user: DirectoryUser
  let accessToken: Secret
  let issuedAt: Date

  func signed(by ring: KeyRing, for server: AuthorizationServer) throws -> Secret {
    var claims: JSONObject = [
      "iss": .string(server.settings.issuer.text),
      "sub": .string(server.subject(of: family.userID, for: client)),
      "aud": .string(client.id),
      "exp": .seconds(issuedAt.addingTimeInterval(server.settings.idTokenLifetime)),
      "iat": .seconds(issuedAt),
      "auth_time": .seconds(family.authTime),
      "acr": .string(AuthenticationContext.password),
      "amr": .array(AuthenticationContext.passwordMethods.map(JSONValue.string)),
      // "Its value is the base64url encoding of the left-most half of the hash of the octets of
      // the ASCII representation of the access_token value, where the hash algorithm used is the hash
      // algorithm used in the alg Header Parameter of the ID Token's JOSE Header."
      "at_hash": .string(
        AccessTokenHash.value(for: accessToken, algorithm: client.idTokenAlgorithm)),
    ]
    // "If present in the Authentication Request, Authorization Servers MUST include a nonce Claim
    // in the ID Token with the Claim Value being the nonce value sent in the Authentication
    // Request."
    if let nonce = family.nonce { claims["nonce"] = .string(nonce) }
    // "id_token: … Requests that the listed individual Claims be returned in the ID Token."
    for name in family.context.claims.idToken {
      if let value = user.claims[name], value != .null { claims[name] = value }
    }
    // "sid: Session ID - String identifier for a Session."
    // https://openid.net/specs/openid-connect-frontchannel-1_0.html#OPLogout
    if let sid = family.sessionID { claims["sid"] = .string(sid) }
    guard let key = ring.active[client.idTokenAlgorithm] else {
      throw ServerFailure(reason: "No key is active for the client's ID token algorithm.")
    }
    return Secret(try key.sign(claims, type: "JWT"))
  }
}
