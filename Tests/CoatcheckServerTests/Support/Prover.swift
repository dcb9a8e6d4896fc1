// SPDX-License-Identifier: Apache-2.0
import TestKit

/// A key, and the DPoP proofs that are signed with it.
struct Prover {
  let key: SigningKey

  init() throws { key = try SigningKey.generate(.es256) }

  var thumbprint: String { key.publicJWK.thumbprint }

  /// The header of a valid proof.
  var header: JSONObject {
    var jwk = JSONObject()
    for name in ["kty", "crv", "x", "y"] { jwk[name] = key.publicJWK.json[name] }
    return ["typ": "dpop+jwt", "alg": "ES256", "jwk": .object(jwk)]
  }

  /// The claims of a valid proof.
  func claims(
    _ method: String = "POST", _ path: String = "/token", token: String? = nil, nonce: String? = nil
  ) -> JSONObject {
    var claims: JSONObject = [
      "jti": .string(RuntimeEnvironment.live.token()), "htm": .string(method),
      "htu": .string(world.server.issuer + path), "iat": world.server.clock.seconds(),
    ]
    claims["ath"] = token.map {
      .string(Base64URL.encode(Array(SHA256.hash(data: Data($0.utf8)))))
    }
    claims["nonce"] = nonce.map(JSONValue.string)
    return claims
  }

  /// A valid proof, as a header field.
  func field(
    _ method: String = "POST", _ path: String = "/token", token: String? = nil, nonce: String? = nil
  ) throws -> (String, String) {
    ("DPoP", try handmadeJWT(header, claims(method, path, token: token, nonce: nonce), by: key))
  }
}

extension World {
  /// Signs a user in with tokens bound to a key.
  func signIn(_ ask: Ask = Ask(), proving prover: Prover) async throws -> Tokens {
    let code = try await code(ask)
    return try Tokens(await token(ask.exchange(code), as: ask.client, [try prover.field()]))
  }

  /// Sends a userinfo request with a bound token.
  func userInfo(_ token: String, _ proof: (String, String)?) async throws -> WireReply {
    try await wire.send(
      "GET", "/userinfo", [("Authorization", "DPoP \(token)")] + [proof].compactMap(\.self))
  }
}
